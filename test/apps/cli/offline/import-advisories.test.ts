import { expect, test } from 'vitest';
import { runMain } from '#test/support/cli/run-main.ts';
import { offlineCommands, type OfflineServices } from '@scangate/cli/offline/offline-services';
import type { AdvisoryReport } from '@scangate/cli/offline/advisory-report';

const report: AdvisoryReport = {
  switched: true,
  snapshotId: 'abc',
  records: { advisories: 3, withdrawn: 1, irrelevant: 2, bad: 1 },
  badRecords: [{ name: 'x\u001b.json', reason: 'not JSON' }],
  shards: [
    { ecosystem: 'npm', records: 2 },
    { ecosystem: 'Go', records: 1 },
  ],
};

const run = async (args: string[], answer: AdvisoryReport | Error = report) => {
  const calls: string[][] = [];
  const importInto: OfflineServices['importInto'] = async (source, { mode, bucket }, told) => {
    calls.push(bucket === undefined ? [source, mode] : [source, mode, bucket]);
    told(1000);
    if (answer instanceof Error) throw answer;
    return { ...answer, place: '/data' };
  };
  const { exitCode, out, log } = await runMain(['advisories', ...args], {
    loadOffline: async () => offlineCommands({ importInto } as OfflineServices),
  });
  return { exitCode, out, notes: log, calls };
};

test('an import reports its advisories, progress and bad records', async () => {
  const ran = await run(['import', 'npm.zip']);
  expect([ran.exitCode, ran.calls]).toEqual([0, [['npm.zip', 'replace']]]);
  expect(ran.out).toMatch(
    /^3 advisories[^]*snapshot abc[^]*npm +2\n +Go +1\n[^]*1 withdrawn, 2 of other[^]*1 that cannot/,
  );
  expect(ran.notes).toContain('1000 records');
  expect(ran.notes).toContain('x\\u001b.json: not JSON');
});

test('an import of poms reports their number', async () => {
  const ran = await run(['import', 'poms.zip'], { ...report, shards: [], poms: 12 });
  expect([ran.exitCode, ran.out]).toEqual([
    0,
    '12 POMs are in /data now; Maven and Gradle builds are resolved with them. 1 could not be read.\n',
  ]);
});

test('--merge adds to the imported advisories', async () => {
  expect((await run(['import', 'a', '--merge'])).calls).toEqual([['a', 'merge']]);
});

test('--bucket names the data bucket of a deployment', async () => {
  expect((await run(['import', 'a', '--bucket', 'data'])).calls).toEqual([['a', 'replace', 'data']]);
});

test('an import of nothing exits with 1 and the reason', async () => {
  const ran = await run(['import', 'a'], { ...report, switched: false, failure: 'the source is damaged' });
  expect([ran.exitCode, ran.out]).toEqual([1, '']);
  expect(ran.notes).toContain('Nothing was imported: the source is damaged');
});

test('a failed import exits with 1', async () => {
  const ran = await run(['import', 'a'], new Error('no space left'));
  expect([ran.exitCode, ran.notes]).toEqual([1, expect.stringContaining('no space left')]);
});

test.each([[[]], [['import']], [['export', 'a']], [['import', 'a', 'b']], [['import', 'a', '--force']]])(
  '%j is bad input',
  async (args) => {
    const ran = await run(args);
    expect([ran.exitCode, ran.calls]).toEqual([6, []]);
  },
);

test('--help prints the usage', async () => {
  const ran = await run(['import', '--help']);
  expect([ran.exitCode, ran.out]).toEqual([0, expect.stringContaining('--merge')]);
});

test('signals and records without packages are reported by name', async () => {
  const signals = { ...report, shards: [], signals: { kind: 'epss', records: 300_000 } };
  expect((await run(['import', 'epss.csv.gz'], signals)).out).toBe(
    '300000 EPSS scores are in /data now (snapshot abc).\n',
  );
  const commits = { ...report, records: { ...report.records, commitsOnly: 1 } };
  expect((await run(['import', 'a.zip'], commits)).out).toContain('2 of other ecosystems (1 name commits');
});
