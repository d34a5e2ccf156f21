import { defineConfig } from 'vitest/config';

const limits = { testTimeout: 60_000, hookTimeout: 120_000 };

/** Tests that share a worker and its loaded modules. test/tidy/reused-workers.test.ts holds that they leave no trace. */
const sharedWorker =
  'test/{adapters,client,contract,corpora,docs,domain,emulators,engines,git,ports,tidy}/**/*.test.ts';

export default defineConfig({
  test: {
    globalSetup: ['test/support/temp-folder.ts', 'test/support/store/shared-database.ts'],
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'shared', include: [sharedWorker], isolate: false, ...limits } },
      {
        extends: true,
        test: { name: 'isolated', include: ['test/**/*.test.ts'], exclude: [sharedWorker], ...limits },
      },
    ],
  },
});
