import type { MemoryStore } from '#adapters/memory/store.ts';
import { runScan } from '#app/scans/run-scan.ts';
import { taskContextAt, type WorkflowWorld } from '#test/support/scans/workflow.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { later } from '#test/support/world.ts';

/** Executions that were started beside a transaction which wrote nothing, or wrote its scan too late. */

type Ref = { organizationId: string; scanId: string };

/** Runs an execution that finds no scan. @returns what is wrong with it. */
export const runUnrecorded = async (
  { organizationId, scanId }: Ref,
  world: WorkflowWorld,
  store: MemoryStore,
): Promise<string[]> => {
  const before = JSON.stringify(allRecords(store));
  const ports = { ...world, clock: { now: () => later(10) } };
  const ended = await runScan({ organizationId, scanId }, ports as never, taskContextAt(later(10)));
  world.closed.add(scanId);
  const isQuiet = 'status' in ended && JSON.stringify(allRecords(store)) === before;
  return isQuiet ? [] : ['an execution without a scan wrote something, or went on'];
};

/** Holds back the transaction of a creation until the execution that was started beside it has given up. */
export const recordLate = (world: WorkflowWorld, store: MemoryStore): WorkflowWorld => {
  let givenUp: Promise<unknown> | undefined;
  const { workflow } = world;
  const start = async (ref: Ref) => {
    givenUp = workflow.start(ref).then(() => runUnrecorded(ref, world, store));
    await givenUp;
  };
  const late = new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        if (name === 'commit') await givenUp;
        return (member as (...args: unknown[]) => unknown).apply(target, args);
      };
    },
  });
  return { ...world, store: late, workflow: { ...workflow, start } };
};
