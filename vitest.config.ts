import { defineConfig } from 'vitest/config';
import { mocking, sharedFolders } from './test/support/reused-workers.ts';

const limits = { testTimeout: 60_000, hookTimeout: 120_000 };

const sharedWorker = `test/{${sharedFolders.join(',')}}/**/*.test.ts`;

export default defineConfig({
  test: {
    globalSetup: ['test/support/temp-folder.ts', 'test/support/store/database-server.ts'],
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
