import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { sweep } from '../../functions/jobs/sweep-scans.ts';
import { endScan } from '../../functions/workflow/scan/end-scan.ts';
import { finishScan } from '../../functions/workflow/scan/finish.ts';
import { endOfExecution } from '../../functions/workflow/scan/on-execution-ended.ts';
import { prepareScan } from '../../functions/workflow/scan/prepare.ts';
import { MemoryStore } from '../../lib/adapters/memory/store.ts';
import type { Scan } from '../../lib/domain/records.ts';
import type { Outcome } from '../../lib/domain/scans/end-scan.ts';
import type { Store } from '../../lib/ports/store.ts';
import { booksOf, faultsOf } from '../support/ledger.ts';
import { later } from '../support/world.ts';
import { commitHash, scanOf, scanUnitAs, stepAt, workflowWorld } from '../support/workflow.ts';

/** Whoever may act on one scan at the same time, in every order of their reads and writes. */

const isTerminal = ({ status }: Scan) => !['queued', 'running'].includes(status);

/** A store each call of which waits for its turn; and what every ended scan looked like first. */
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
  const { ref } = await scanOf(world, [
    ['', 'go'],
    ['gone', 'go'],
  ]);
  const changed = watchEnds(store);
  const ports = { ...world, store: scheduled(store, scheduler) };
  const work = Promise.all(actors.map((actor) => actor(ref, ports)));
  await scheduler.waitFor(work);
  await endScan(ref, () => ({ status: 'failed', failure }), world, later(4_000));
  await sweep({}, world as never, stepAt(later(8_000)));
  expect(changed).toEqual([]);
  expect(faultsOf(booksOf(store))).toEqual([]);
  return store.all('scan')[0];
};

type Ref = { organizationId: string; scanId: string };
type Ports = Omit<ReturnType<typeof workflowWorld>, 'store'> & { store: Store };
type Actor = (ref: Ref, ports: Ports) => Promise<unknown>;

const failure = { errorCode: 'system_error' as const, error: 'It failed.' };
const ending =
  (outcome: Outcome): Actor =>
  (ref, ports) =>
    endScan(ref, () => outcome, ports, later(60));
const cancel = ending({ status: 'cancelled' });
const fail = ending({ status: 'failed', failure });
const workflow: Actor = async (ref, ports) => {
  const prepared = await prepareScan(ref, ports as never, stepAt());
  const results = [];
  for (const unit of prepared.units) results.push(await scanUnitAs(ports.blobs, { ...ref, ...unit }));
  return finishScan({ ...prepared, results }, ports as never, stepAt(later(30)));
};
/** A task whose time-out was reported while it still ran: the second attempt beside the first. */
const prepare: Actor = (ref, ports) => prepareScan(ref, ports as never, stepAt());
const dies: Actor = (ref, ports) =>
  endOfExecution(
    { detail: { status: 'ABORTED', input: JSON.stringify(ref) } },
    ports as never,
    stepAt(later(61)),
  );
const swept: Actor = (_ref, ports) => sweep({}, ports as never, stepAt(later(3_700)));

const races: [string, Actor[]][] = [
  ['a cancellation and the whole workflow', [cancel, workflow]],
  ['two cancellations and a failure', [cancel, cancel, fail]],
  ['the sweep and the workflow', [swept, workflow]],
  ['a dying execution, its workflow and a cancellation', [dies, workflow, cancel]],
  ['two attempts of one task', [prepare, prepare]],
  ['two attempts of one task and a cancellation', [prepare, prepare, cancel]],
  ['two whole workflows', [workflow, workflow]],
];

test.each(races)('%s: one end, and every credit is where it belongs', async (_name, actors) => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const scan = await race(scheduler, actors);
      expect(scan?.verdict).toBeDefined();
    }),
    { numRuns: 150 },
  );
});

test('a workflow that nobody disturbs completes, in whatever order its calls are answered', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      expect(await race(scheduler, [workflow])).toMatchObject({
        status: 'completed',
        units: [{ path: '' }, { path: 'a' }, { path: 'b' }],
      });
    }),
    { numRuns: 20 },
  );
});
