import { expect, test } from 'vitest';
import { offlineCommands, type OfflineServices } from '@scangate/cli/offline/offline-services';
import { runMain } from '#test/support/cli/run-main.ts';

const run = (args: string[], answer: { poms: number; leftOut: number } | Error) =>
  runMain(['advisories', 'pack-poms', ...args], {
    loadOffline: async () =>
      offlineCommands({
        writePomArchive: async () => {
          if (answer instanceof Error) throw answer;
          return answer;
        },
      } as unknown as OfflineServices),
  });

test('packing reports the number of poms and of files left out', async () => {
  const ran = await run(['repository', 'poms.zip'], { poms: 3, leftOut: 2 });
  expect([ran.exitCode, ran.out]).toEqual([0, '3 POMs were packed into poms.zip.\n']);
  expect(ran.log).toContain('Left out: 2 files');
});

test('a folder without poms exits with 1, and missing arguments with 6', async () => {
  expect((await run(['repository', 'poms.zip'], new Error('no pom'))).exitCode).toBe(1);
  expect((await run(['repository'], { poms: 1, leftOut: 0 })).exitCode).toBe(6);
});
