import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { addMs } from '@scangate/domain/instant';
import { ScanFailed } from '@scangate/engines/model/failure';
import { runScan } from '#app/scans/run-scan.ts';
import type { ScanTasks, ScanToFollow, UnitsToScan } from '#ports/scans/scan-tasks.ts';
import { SourceFailure } from '#ports/git-sources.ts';
import {
  commitHash,
  createdScan,
  storeUnitResult,
  taskContextAt,
  workflowWorld,
  type WorkflowWorld,
} from '#test/support/scans/workflow.ts';
import { noon } from '#test/support/world.ts';

let store: MemoryStore;
let world: WorkflowWorld;
let scanned: UnitsToScan[];
let time: Date;

beforeEach(() => {
  store = new MemoryStore();
  world = workflowWorld(store);
  world.sources.commits.set(commitHash, { 'package-lock.json': '{}', 'web/package-lock.json': '{}' });
  scanned = [];
  followed = [];
  time = noon;
});

const scanSmallUnits: ScanTasks['scanSmallUnits'] = (units) => {
  scanned.push(units);
  const { organizationId, scanId } = units;
  return Promise.all(
    units.units.map((projectUnitId) =>
      storeUnitResult(world.blobs, { organizationId, scanId, projectUnitId }),
    ),
  );
};
const compareBase: ScanTasks['compareBase'] = async () => ({ reason: 'base_not_available' });

let followed: ScanToFollow[];
const trackDefaultBranch: ScanTasks['trackDefaultBranch'] = async (scan) => followed.push(scan);

const run = async (
  { ref }: Pick<Awaited<ReturnType<typeof createdScan>>, 'ref'>,
  tasks: Partial<ScanTasks> = {},
) =>
  runScan(
    ref,
    {
      ...world,
      scanTasks: { scanSmallUnits, compareBase, trackDefaultBranch, ...tasks },
      clock: { now: () => time },
    } as never,
    taskContextAt(),
  );
const stored = () => store.all('scan')[0];

describe('a scan of small units', () => {
  test('is scanned and ended in one task', async () => {
    const created = await createdScan(world, [['', 'npm']]);
    expect(await run(created)).toEqual({ status: 'completed', rest: [] });
    expect(scanned.map(({ units }) => units.length)).toEqual([1, 1]);
    expect(stored()).toMatchObject({ status: 'completed', verdict: { verdict: 'PASS' } });
    expect(await run(created)).toEqual({ status: 'completed', rest: [] });
  });

  test.each([
    [40, 10],
    [200, 10],
  ])('with %d units needs no more than %d invocations', async (count, most) => {
    const paths = Array.from({ length: count - 1 }, (_none, index) => `u${index}/package-lock.json`);
    const files = Object.fromEntries(['package-lock.json', ...paths].map((path) => [path, '{}']));
    world.sources.commits.set(commitHash, files);
    const created = await createdScan(world, [['', 'npm']]);
    expect(await run(created)).toMatchObject({ status: 'completed' });
    expect(scanned.flatMap(({ units }) => units)).toHaveLength(count);
    expect(scanned).toHaveLength(most);
  });

  test('ends as failed when one of them fails', async () => {
    const failure = { errorCode: 'lockfile_not_found', error: 'Nothing to read.' } as const;
    const created = await createdScan(world, [['', 'npm']]);
    const failing: ScanTasks['scanSmallUnits'] = async ({ units }) =>
      units.map((projectUnitId) => ({ projectUnitId, failure }));
    expect(await run(created, { scanSmallUnits: failing })).toEqual({ status: 'failed', rest: [] });
    expect(stored()).toMatchObject({ errorCode: 'lockfile_not_found' });
  });
});

test('a scan that cannot be prepared is ended in the same task', async () => {
  world.sources.failure = new SourceFailure('repo_access', 'Gone.');
  expect(await run(await createdScan(world, [['', 'npm']]))).toEqual({ status: 'failed', rest: [] });
  expect(stored()).toMatchObject({ errorCode: 'repo_access' });
});

test('a scan that is ended in the same task has run until its last step, not until the task began', async () => {
  const created = await createdScan(world, [['', 'npm']]);
  const slow: ScanTasks['scanSmallUnits'] = (units) => {
    time = new Date(addMs(time, 40_000));
    return scanSmallUnits(units, new AbortController().signal);
  };
  await run(created, { scanSmallUnits: slow });
  expect(stored()).toMatchObject({ startedAt: noon.toISOString(), finishedAt: time.toISOString() });
});

test('the time of a scan that cannot be prepared is spent from the budget of its repository', async () => {
  const fetch = async () => {
    time = new Date(addMs(time, 30_000));
    throw new ScanFailed('repo_access', 'Gone.');
  };
  const created = await createdScan(world, [['', 'npm']]);
  world.sourceFetcher.fetch = fetch;
  await run(created);
  expect(store.all('repository')).toMatchObject([{ failures: 1, failureSeconds: 30 }]);
});

test('a scan with a large unit is left to the workflow after its preparation', async () => {
  world.sources.commits.set(commitHash, {
    'package-lock.json': '{}',
    'web/package-lock.json': ' '.repeat(9 * 1024 * 1024),
  });
  expect(await run(await createdScan(world, [['', 'npm']]))).toMatchObject({
    hasLarge: true,
    rest: [true],
    groups: [{ large: true }, { units: [expect.any(String)] }],
  });
  expect([scanned, stored()?.status]).toEqual([[], 'running']);
});

describe('the files of small units', () => {
  const work = () => [...world.blobs.objects].filter(([name]) => name.startsWith('work/'));

  test('are passed to the task that scans them, each unit to its own, and stored nowhere', async () => {
    const created = await createdScan(world, [['', 'npm']]);
    const tasks: UnitsToScan[] = [];
    let seen: unknown[] = [];
    await run(created, {
      scanSmallUnits: async (units, signal) => {
        seen = [...seen, ...work()];
        tasks.push(units);
        return scanSmallUnits(units, signal);
      },
    });
    expect(tasks.map(({ contents }) => Object.keys(contents ?? {}))).toEqual(tasks.map(({ units }) => units));
    expect(seen).toEqual([]);
  });

  test('are stored when the workflow scans them, and are not part of its state', async () => {
    const created = await createdScan(world, [['', 'npm']]);
    let given: UnitsToScan[] = [];
    const reached = await run(created, {
      scanSmallUnits: async (units) => {
        given = [...given, units];
        throw new Error('the function ran out of memory');
      },
    });
    const archives = given.flatMap(({ contents = {} }) => Object.values(contents));
    expect(archives).toHaveLength(2);
    for (const archive of archives) expect(JSON.stringify(reached)).not.toContain(archive);
    const kept = work().map(([, content]) => Buffer.from(content).toString('base64'));
    expect(kept.toSorted()).toEqual(archives.toSorted());
  });

  test('that cannot be stored for the workflow make the task fail, which is run again', async () => {
    const created = await createdScan(world, [['', 'npm']]);
    const fails = () => Promise.reject(new Error('unavailable'));
    const { put } = world.blobs;
    world.blobs.put = (key, body) => (key.area === 'work' ? fails() : put.call(world.blobs, key, body));
    await expect(run(created, { scanSmallUnits: fails })).rejects.toThrow('unavailable');
    expect(await run(created)).toEqual({ status: 'completed', rest: [] });
  });
});

describe('a step that fails', () => {
  const broken = async () => {
    throw new Error('the function ran out of memory');
  };

  test('is left to the workflow with the progress made: its units', async () => {
    const reached = await run(await createdScan(world, [['', 'npm']]), { scanSmallUnits: broken });
    expect(reached).toMatchObject({ groups: [{ units: [expect.any(String)] }, {}], rest: [true] });
    expect(reached).not.toHaveProperty('results');
    expect(stored()?.status).toBe('running');
  });

  test('is left to the workflow with the progress made: its end', async () => {
    const created = await createdScan(world, [['', 'npm']]);
    world.blobs.get = broken;
    expect(await run(created)).toMatchObject({ results: [[{}], [{}]], rest: [true] });
  });

  test('is left to the workflow with the progress made: following the default branch with a scan that has ended', async () => {
    const created = await createdScan(world, [['', 'npm']]);
    const ended = { ...created.ref, status: 'completed', follow: true };
    expect(await run(created, { trackDefaultBranch: broken })).toEqual({ ...ended, rest: [true] });
    expect(stored()?.status).toBe('completed');
    expect(await run(created)).toEqual({ status: 'completed', rest: [] });
    expect(followed).toEqual([ended]);
  });
});
