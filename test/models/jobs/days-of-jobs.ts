import { leasedStore } from '#app/credit-leases/leased-store.ts';
import { sealLedgers } from '#app/ledger/seal-ledger.ts';
import { purgeExpiredPayloads } from '#app/scans/purge-payloads.ts';
import type { Store } from '#ports/store.ts';
import type { Change } from '@scangate/domain/record-changes';
import type { LogFields } from '#ports/log.ts';
import { errorLog, silentLog } from '#test/support/silent-log.ts';
import type { VirtualTime } from '#test/support/store/virtual-time.ts';
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

/** The debits of a second: as many as the day has, and those of one organization that is busier than all others together. */
const debitsPerSecond = { ofAll: 12, ofBusiest: 20 };

const debit = (accountId: string, at: Date): Change[] => {
  const pool = 'core' as const;
  const cause = `consume#${testIds.scanId(noon)}#u`;
  return [
    {
      change: 'insert',
      record: 'ledgerEntry',
      item: { accountId, pool, cause, at: at.toISOString(), kind: 'consume', amount: -1 },
    },
    {
      change: 'update',
      record: 'pool',
      id: { accountId, pool },
      add: { available: -1, consumed: 1 },
      floor: { available: 1 },
    },
  ];
};

/** Credits for the debits of hours. */
const packOfBusiest = 1_000_000;

const buyPack = (accountId: string, at: Date): Change[] => {
  const id = { accountId, pool: 'core' } as const;
  const entry = {
    ...id,
    cause: 'grant#pack',
    at: at.toISOString(),
    kind: 'grant',
    amount: packOfBusiest,
  } as const;
  const add = { available: packOfBusiest, purchased: packOfBusiest };
  return [
    { change: 'insert', record: 'ledgerEntry', item: entry },
    { change: 'update', record: 'pool', id, add },
  ];
};

interface Debits {
  store: Store;
  owners: readonly string[];
  time: VirtualTime;
  random: () => number;
  /** The time of the first one. */
  from: Date;
}

/** Debits pools at random times until `isOver`. @returns the number of debits of the busiest pool, and of all others. */
const debitPools = async (
  { store, owners, time, random, from }: Debits,
  isOver: () => boolean,
): Promise<{ busiest: number; others: number }> => {
  const { ofAll, ofBusiest } = debitsPerSecond;
  const done = { busiest: 0, others: 0 };
  for (;;) {
    await time.sleep((-Math.log(1 - random()) * 1_000) / (ofAll + ofBusiest));
    if (isOver()) return done;
    const isBusiest = random() < ofBusiest / (ofAll + ofBusiest);
    const accountId = owners[isBusiest ? 0 : Math.floor(random() * owners.length)] ?? '';
    await store.load([{ record: 'pool', id: { accountId, pool: 'core' } }], { withoutLent: true });
    await write(store, debit(accountId, new Date(from.getTime() + time.now)));
    done[isBusiest ? 'busiest' : 'others'] += 1;
  }
};

/** The audit of a day, and what moved meanwhile. */
export interface AuditedDay extends DayOfJob {
  /** The owners of pools that were not sealed, or about which nothing could be proved. */
  unproven: readonly string[];
  alarms: readonly LogFields[];
  debits: { busiest: number; others: number };
}

/** Audits and seals every pool of organizations that have scanned all day, and that go on scanning. */
export const auditOfDay = async ({ organizations, seed }: Day): Promise<AuditedDay> => {
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
  await write(store, buyPack(owners[0] ?? '', later(-7_200)));
  const { slow, run, counted, time, random } = slowPorts(seed);
  const leased = leasedStore(slow(store), { random, uuid: testIds.uuid });
  const alarms: LogFields[] = [];
  const kept = new Map<string, Uint8Array>();
  const sealStore = {
    read: async (name: string) => kept.get(name),
    keep: async (name: string, content: Uint8Array) => void kept.set(name, content),
    sign: async () => 'signed',
    verify: async () => true,
  };
  const ports = {
    ...world,
    store: leased,
    sealStore: slow(sealStore),
    timer: { sleep: time.sleep },
    log: errorLog(alarms),
  };
  let isOver = false;
  const from = later(7_200);
  const debits = debitPools({ store: leased, owners, time, random, from }, () => isOver);
  const runs = await untilFinished((now) =>
    run(600, now, async (context) => {
      const result = await sealLedgers(ports as never, { ...context, now: from });
      // Time passes until nothing waits, so that debits end with the first run.
      isOver = true;
      return result;
    }),
  );
  const seals = new Map(store.all('ledgerSeal').map((seal) => [`${seal.accountId} ${seal.pool}`, seal]));
  const ofCore = owners.map((accountId) => ({ accountId, seal: seals.get(`${accountId} core`) }));
  const unproven = ofCore.filter(({ seal }) => !seal || seal.isUnproven).map(({ accountId }) => accountId);
  return { runs, calls: counted.calls, unproven, alarms, debits: await debits };
};
