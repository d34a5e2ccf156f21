import { MemoryStore } from '#adapters/memory/store.ts';
import { beginWait } from '#app/scans/waiting/begin-wait.ts';
import { createdScan, workflowWorld } from '#test/support/scans/workflow.ts';
import { boundStore } from '#test/support/store/bound-store.ts';
import { derivedId } from '@scangate/engines/model/digest';
import { silentLog } from '#test/support/silent-log.ts';
import { noon, testIds, write } from '#test/support/world.ts';
import { countedStore } from '../capacity/counted-store.ts';
import type { Figure } from '../figures.ts';

const timeoutSeconds = 300;
const intervalSeconds = 10;

/** Waits for a scan of so many units that runs all the time. @returns the read units of its looks. */
const readUnitsOf = async (count: number, followsUnits: boolean): Promise<number> => {
  const store = new MemoryStore();
  const { scan: created } = await createdScan(workflowWorld(store), [['', 'npm']]);
  const { organizationId, scanId } = created;
  const units = Array.from({ length: count }, (_, index) => ({
    ...created.units[0],
    projectUnitId: derivedId(`unit-${index}`),
    path: `packages/unit-${index}`,
    status: 'running',
  }));
  const set = { status: 'running', startedAt: noon.toISOString(), units } as never;
  await write(store, [{ change: 'update', record: 'scan', id: { organizationId, scanId }, set }]);
  const { store: counting, counted } = countedStore(boundStore(store), { waiters: 'waiter' });
  const clock = { sleep: async () => undefined, elapsedMs: () => 0, now: () => noon };
  const request = {
    organizationId,
    scanId,
    timeoutSeconds,
    intervalSeconds,
    followsUnits,
    requestedAt: noon,
  };
  const ports = { store: counting, ids: testIds, log: silentLog, clock, credential: undefined };
  const { scan, watch } = await beginWait(request, ports, noon);
  let latest = scan;
  for (let left = timeoutSeconds / intervalSeconds; left > 0; left--)
    latest = (await watch.load({ latest, isLast: left === 1 })) ?? latest;
  return counted.readUnits;
};

/**
 * Measures the looks of a wait for a large scan: for one response, and for events, which tell the progress of units. Events
 * may read the scan once more, as its units may still have been charged at the first look.
 */
export const measureWaits = async (): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const units of [200, 1_000]) {
    const what = `a wait of ${timeoutSeconds} s for a scan of ${units.toLocaleString('en')} units`;
    const once = await readUnitsOf(units, false);
    const events = await readUnitsOf(units, true);
    const row = { section: 'Looks of a wait', unit: 'read units' };
    figures.push(
      { ...row, what, value: once, limit: 24 },
      { ...row, what: `${what}, as events`, value: events, limit: once + 4 },
    );
  }
  return figures;
};
