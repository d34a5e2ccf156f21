import { expect, test } from 'vitest';
import { timedOut } from '@scangate/engines/model/failure';
import { payloadNames } from '@scangate/domain/scans/payload-retention';
import { runExecution, type RunTask } from '#test/support/scans/run-execution.ts';
import { baseCommitHash, baseWorld, lock } from './workflow/base-world.ts';

/** Bases that take longer than one scan has time for. */

const clean = { 'package-lock.json': lock({ right: '1.0.0' }) };
const paths = ['a', 'b', 'c', 'd', 'e'];
const base = {
  ...clean,
  ...Object.fromEntries(paths.map((path) => [`${path}/package-lock.json`, lock({ right: '1.0.0' })])),
};

/** A world in which each scan has time for `most` further units of the base. */
const slowWorld = (most: { units: number }) => {
  const world = baseWorld({ head: clean, base });
  const { ports, create, scanOf, scanNext } = world;
  const assessed: string[] = [];
  const { assess } = ports.assessor;
  let left = 0;
  ports.assessor.assess = async (unit, ...rest) => {
    if (unit.scan.commitHash === baseCommitHash) {
      if (left === 0) throw new Error('the time is over');
      left -= 1;
      assessed.push(unit.unit.path);
    }
    return assess(unit, ...rest);
  };
  const run: RunTask = async (name, work) => {
    if (name === 'prepare-base') left = most.units;
    if (name !== 'scan-base-unit') return work();
    return work().catch(() => ({ units: [], failure: timedOut }) as never);
  };
  let created: Awaited<ReturnType<typeof create>> | undefined;
  let hashes = 0;
  const scan = async (startSeconds = 0) => {
    if (created) {
      const hash = `${++hashes}`.repeat(40);
      return (await scanNext(created, { hash, files: clean, baseCommitHash, startSeconds, run })).ended;
    }
    created = await create();
    await runExecution(created.ref, ports, { run });
    return scanOf(created.scan.scanId);
  };
  return { ...world, assessed, scan };
};

test('a base that takes longer than a scan has time is continued by the next ones, each unit assessed once', async () => {
  const { assessed, scan, store } = slowWorld({ units: 2 });
  const reasons: unknown[] = [];
  for (let index = 0; index < 4; index++) reasons.push((await scan())?.pullRequestCheck?.reason);
  expect(reasons).toEqual(['base_not_available', 'base_not_available', 'no_new_issues', 'no_new_issues']);
  expect(assessed.toSorted()).toEqual(['', ...paths]);
  expect(store.all('baseScan')).toMatchObject([{ state: 'completed' }]);
});

test('what a scan assessed in the payload of another one is purged with either', async () => {
  const { scan } = slowWorld({ units: 3 });
  const [first, second] = [await scan(), await scan()];
  const namesOf = (one: typeof first) =>
    (one ? payloadNames(one) : []).flat().filter((name) => name.includes('/base/'));
  expect(namesOf(first)).toHaveLength(6);
  expect(namesOf(second)).toEqual(namesOf(first));
});

test('a base of which a scan assessed nothing more is left alone for an hour', async () => {
  const most = { units: 2 };
  const { assessed, scan, store } = slowWorld(most);
  await scan();
  most.units = 0;
  await scan();
  expect(store.all('baseScan')).toMatchObject([{ state: 'stuck' }]);
  most.units = 9;
  expect((await scan(600))?.pullRequestCheck?.reason).toBe('base_not_available');
  expect(assessed).toHaveLength(2);
  expect((await scan(3700))?.pullRequestCheck?.reason).toBe('no_new_issues');
  expect(assessed.toSorted()).toEqual(['', ...paths]);
});
