import { sealLedgers } from '#app/ledger/seal-ledger.ts';
import { purgeExpiredPayloads } from '#app/scans/purge-payloads.ts';
import { silentLog } from '#test/support/silent-log.ts';
import { later, noon, testIds, write } from '#test/support/world.ts';
import { openWorld, slowPorts } from './jobs-at-scale.ts';

/** A day of the service: its organizations, of which each has ten scans. */
export interface Day {
  organizations: number;
  seed: number;
}

/** The runs of an hourly job until it was finished for a day. */
export interface DayOfJob {
  /** The virtual seconds of each run. */
  runs: number[];
  /** The calls to the store and to objects, in all runs: a list of scans takes one query of each partition. */
  calls: number;
}

const scansEach = 10;

/** The scans of all organizations in a day. */
export const scansOf = ({ organizations }: Pick<Day, 'organizations'>): number => scansEach * organizations;

const untilFinished = async (
  run: (at: Date) => Promise<{ result: { finished: boolean }; seconds: number }>,
): Promise<number[]> => {
  const runs: number[] = [];
  for (let hour = 0; hour < 12; hour++) {
    const { result, seconds } = await run(later(hour * 3_600));
    runs.push(seconds);
    if (result.finished) return runs;
  }
  throw new Error('a day is not enough');
};

/** Purges the payloads of as many scans as a day adds. A twentieth of them belongs to one organization. */
export const purgeOfDay = async ({ organizations, seed }: Day): Promise<DayOfJob & { purged: number }> => {
  const { store, world, add } = await openWorld(organizations);
  const finishedAt = later(-400 * 86_400).toISOString();
  const scans = scansOf({ organizations });
  const heavy = scans / 20;
  for (let index = 0; index < scans; index++)
    await add(index < heavy ? 0 : index, { status: 'completed', finishedAt });
  const { slow, run, counted } = slowPorts(seed);
  const ports = { store: slow(store), blobs: slow(world.blobs), log: silentLog };
  let purged = 0;
  const runs = await untilFinished(async (at) => {
    const outcome = await run(900, at, (context) => purgeExpiredPayloads(ports as never, context));
    purged += outcome.result.scans;
    return outcome;
  });
  return { runs, calls: counted.calls, purged };
};

/** Audits and seals every pool of organizations that have scanned all day. */
export const auditOfDay = async ({
  organizations,
  seed,
}: Day): Promise<DayOfJob & { unsealed: readonly string[] }> => {
  const { store, world, owners } = await openWorld(organizations);
  const at = later(-7_200).toISOString();
  for (const accountId of owners) {
    const pool = 'core' as const;
    const causes = Array.from({ length: scansEach }, () => `consume#${testIds.scanId(noon)}#u`);
    await write(store, [
      {
        change: 'update',
        record: 'pool',
        id: { accountId, pool },
        add: { available: -scansEach, consumed: scansEach },
      },
      ...causes.map((cause) => ({
        change: 'insert' as const,
        record: 'ledgerEntry' as const,
        item: { accountId, pool, cause, at, kind: 'consume' as const, amount: -1 },
      })),
    ]);
  }
  const { slow, run, counted } = slowPorts(seed);
  const kept = new Map<string, Uint8Array>();
  const sealStore = {
    read: async (name: string) => kept.get(name),
    keep: async (name: string, content: Uint8Array) => void kept.set(name, content),
    sign: async () => 'signed',
    verify: async () => true,
  };
  const ports = {
    ...world,
    store: slow(store),
    sealStore: slow(sealStore),
    timer: { sleep: async () => {} },
    log: silentLog,
  };
  const runs = await untilFinished((now) =>
    run(600, now, (context) => sealLedgers(ports as never, { ...context, now: later(7_200) })),
  );
  const sealed = new Set(store.all('ledgerSeal').map((seal) => `${seal.accountId} ${seal.pool}`));
  const unsealed = owners.filter((accountId) => !sealed.has(`${accountId} core`));
  return { runs, calls: counted.calls, unsealed };
};
