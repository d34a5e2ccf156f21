import { defineConfig } from 'vitest/config';
import { testsWithoutBrowser } from './test/support/local/find-chromium.ts';
import { filesOfOtherDays, isNamed } from './test/support/runs/long-files.ts';
import { LongestFirst } from './test/support/runs/longest-first.ts';
import { endpointTests, mocking, sharedFolders, spawning } from './test/support/runs/reused-workers.ts';

const otherDays = filesOfOtherDays();

const limits = { testTimeout: 60_000, hookTimeout: 120_000 };

const sharedWorker = `test/{${sharedFolders.join(',')}}/**/*.test.ts`;

/** Node imports the files itself, without Vite: they are loaded and run a fifth faster. */
const byNode = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
  test: {
    globalSetup: ['test/support/temp-folder.ts', 'test/support/store/database-server.ts'],
    maxWorkers: 2,
    // Tests leave much garbage of short life. With more room for it, a fifth less time goes into collecting it.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: [sharedWorker],
          exclude: [...endpointTests, ...spawning, ...mocking, ...otherDays],
          setupFiles: ['test/support/prepare-test-file.ts'],
          isolate: false,
          experimental: byNode,
          ...limits,
        },
      },
      {
        extends: true,
        test: {
          name: 'spawning',
          include: spawning,
          exclude: otherDays,
          setupFiles: ['test/support/prepare-test-file.ts'],
          execArgv: ['--max-semi-space-size=4'],
          isolate: false,
          experimental: byNode,
          ...limits,
        },
      },
      {
        extends: true,
        test: {
          name: 'console',
          // The parts of the console run in a document without a browser.
          include: ['test/apps/console/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['test/support/console/document-setup.ts'],
          isolate: false,
          ...limits,
        },
      },
      {
        extends: true,
        test: {
          name: 'endpoints',
          include: endpointTests,
          exclude: [...mocking, ...otherDays],
          setupFiles: ['test/support/api/wire-in-memory.ts', 'test/support/api/endpoint-setup.ts'],
          isolate: false,
          experimental: byNode,
          ...limits,
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          // Every other test of an endpoint is in one of these folders.
          include: [`test/!(${[...sharedFolders, 'functions'].join('|')})/**/*.test.ts`, ...mocking],
          exclude: [...testsWithoutBrowser(), ...otherDays],
          env: { NAMED_FILES: isNamed ? '1' : '' },
          ...limits,
        },
      },
    ],
  },
});
