import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { sweepDueScans } from '#app/scans/sweep-scans.ts';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { finishScan } from '#app/scans/workflow/finish-scan.ts';
import { endScanOfExecution } from '#app/scans/workflow/end-scan-of-execution.ts';
import { prepareScan } from '#app/scans/workflow/prepare-scan.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Scan } from '@scangate/domain/records';
import type { ScanOutcome } from '@scangate/domain/scans/scan-outcome';
import type { Store } from '#ports/store.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { later } from '#test/support/world.ts';
import {
  commitHash,
  createdScan,
  storeUnitResult,
  taskContextAt,
  workflowWorld,
} from '#test/support/scans/workflow.ts';
import { runs } from '#test/support/runs/samples.ts';

/** Actors on one scan at the same time, in every order of their reads and writes. */

const isTerminal = ({ status }: Scan) => !['queued', 'running'].includes(status);

/** Wraps a store so that each of its calls waits for its turn. */
const scheduled = (store: MemoryStore, scheduler: fc.Scheduler): Store => {
  const turn = async (label: string) => scheduler.schedule(Promise.resolve(), label);
  return new Proxy(store, {
    get: (target, name: keyof Store) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        await turn(String(name));
        return (member as (...args: unknown[]) => unknown).apply(target, args);
      };
    },
  }) as unknown as Store;
};

/** Collects the scans that ended a second time, with another end. */
const watchEnds = (store: MemoryStore) => {
  const ends = new Map<string, string>();
  const changed: string[] = [];
  const commit = store.commit.bind(store);
  store.commit = async (changes) => {
    const refusal = await commit(changes);
    for (const scan of store.all('scan').filter(isTerminal)) {
      const end = JSON.stringify([scan.status, scan.verdict, scan.units, scan.finishedAt]);
      if ((ends.get(scan.scanId) ?? end) !== end) changed.push(`${scan.scanId} ended twice`);
      ends.set(scan.scanId, end);
    }
    return refusal;
  };
  return changed;
};

const race = async (scheduler: fc.Scheduler, actors: readonly Actor[]) => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const store = new MemoryStore();
  const world = workflowWorld(store);
  const paths = ['', 'a', 'b'];
  world.sources.commits.set(
    commitHash,
    Object.fromEntries(paths.map((path) => [`${path && `${path}/`}go.mod`, ''])),
  );
  const { ref } = await createdScan(world, [
    ['', 'go'],
    ['gone', 'go'],
  ]);
  const changed = watchEnds(store);
  const ports = { ...world, store: scheduled(store, scheduler) };
  const work = Promise.all(actors.map((actor) => actor(ref, ports)));
  await scheduler.waitFor(work);
  await endScan({ ...ref, outcomeOf: () => ({ status: 'failed', failure }) }, world, later(4_000));
  await sweepDueScans(world as never, taskContextAt(later(8_000)));
  expect(changed).toEqual([]);
  expect(violationsOf(moneyRecords(store))).toEqual([]);
  return store.all('scan')[0];
};

type Ref = { organizationId: string; scanId: string };
type Ports = Omit<ReturnType<typeof workflowWorld>, 'store'> & { store: Store };
type Actor = (ref: Ref, ports: Ports) => Promise<unknown>;

const failure = { errorCode: 'system_error' as const, error: 'It failed.' };
const ending =
  (outcome: ScanOutcome): Actor =>
  (ref, ports) =>
    endScan({ ...ref, outcomeOf: () => outcome }, ports, later(60));
const cancel = ending({ status: 'cancelled' });
const fail = ending({ status: 'failed', failure });
const workflow: Actor = async (ref, ports) => {
  const prepared = await prepareScan(ref, ports as never, taskContextAt());
  const results = [];
  for (const unit of prepared.units) results.push(await storeUnitResult(ports.blobs, { ...ref, ...unit }));
  return finishScan({ ...prepared, results }, ports as never, taskContextAt(later(30)));
};
/** The second attempt of a task whose time-out was reported while it still ran. */
const prepare: Actor = (ref, ports) => prepareScan(ref, ports as never, taskContextAt());
const executionFails: Actor = (ref, ports) =>
  endScanOfExecution(
    { detail: { status: 'ABORTED', input: JSON.stringify(ref) } },
    ports as never,
    taskContextAt(later(61)),
  );
const sweep: Actor = (_ref, ports) => sweepDueScans(ports as never, taskContextAt(later(3_700)));

const races: [string, Actor[]][] = [
  ['a cancellation and the whole workflow', [cancel, workflow]],
  ['two cancellations and a failure', [cancel, cancel, fail]],
  ['the sweep and the workflow', [sweep, workflow]],
  ['a failed execution, its workflow and a cancellation', [executionFails, workflow, cancel]],
  ['two attempts of one task', [prepare, prepare]],
  ['two attempts of one task and a cancellation', [prepare, prepare, cancel]],
  ['two whole workflows', [workflow, workflow]],
];

test.each(races)('%s: one end, and every credit is accounted for', async (_name, actors) => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const scan = await race(scheduler, actors);
      expect(scan?.verdict).toBeDefined();
    }),
    { numRuns: runs(150) },
  );
});

test('an undisturbed workflow completes, in whatever order its calls are answered', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      expect(await race(scheduler, [workflow])).toMatchObject({
        status: 'completed',
        units: [{ path: '' }, { path: 'a' }, { path: 'b' }],
      });
    }),
    { numRuns: 10 },
  );
});
