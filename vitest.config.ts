import { defineConfig } from 'vitest/config';

const limits = { testTimeout: 60_000, hookTimeout: 120_000 };

/** Tests that share a worker and its loaded modules. test/tidy/reused-workers.test.ts holds that they leave no trace. */
export const sharedFolders = [
  'adapters',
  'app',
  'apps',
  'client',
  'contract',
  'corpora',
  'docs',
  'domain',
  'emulators',
  'engines',
  'git',
  'infra',
  'ports',
  'tidy',
];
const sharedWorker = `test/{${sharedFolders.join(',')}}/**/*.test.ts`;

/** Tests that replace modules by mocks, which would stay for the other tests of the worker. */
export const mocking = [
  'test/app/billing/start-missed-recharges.test.ts',
  'test/app/billing/trigger-recharge.test.ts',
  'test/contract/openapi.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: ['test/support/temp-folder.ts', 'test/support/store/shared-database.ts'],
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: [sharedWorker], exclude: mocking, isolate: false, ...limits },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: [`test/!(${sharedFolders.join('|')})/**/*.test.ts`, ...mocking],
          ...limits,
        },
      },
    ],
  },
});
