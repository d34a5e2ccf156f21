import { MemoryStore } from '#adapters/memory/store.ts';
import { leasedStore } from '#app/credit-leases/leased-store.ts';
import { comparePool } from '#app/ledger/compare-pool.ts';
import type { Change } from '@scangate/domain/record-changes';
import type { LedgerEntry } from '@scangate/domain/records';
import { installBackoff } from '#ports/backoff.ts';
import type { Log } from '#ports/log.ts';
import type { Store } from '#ports/store.ts';
import { contendedStore } from '#test/support/store/contended-store.ts';
import { seededRandom, VirtualTime } from '#test/support/store/virtual-time.ts';
import { withoutEpochs } from '#test/support/store/without-epochs.ts';
import { noon, poolWith, testIds, write } from '#test/support/world.ts';

/** A pool that never rests: debits, refunds, packs and decisions of many processes, and audits between them. */

export interface Motion {
  seed: number;
  perSecond: number;
  seconds: number;
  /** The seconds in which audits begin. */
  audits: readonly number[];
  /** The number of the forty processes that run a release without epochs. */
  old?: number;
  /** Whether the pool lends nothing, however busy it is. */
  isAlone?: boolean;
  /** The fault in the middle: an entry is not written, or written twice. */
  damage?: 'lost' | 'doubled';
}

const processes = 40;
const policy = { slots: 32, most: 128 };
/** Enough for every debit. */
const credits = 100_000;
const accountId = testIds.uuid();
const id = { accountId, pool: 'core' } as const;
/** The index by time has an entry after this time, at the latest. */
const longestLagMs = 1_500;

const isEntry = (change: Change): change is Extract<Change<'ledgerEntry'>, { change: 'insert' }> =>
  change.record === 'ledgerEntry' && change.change === 'insert';

/** Loses one entry or writes one twice, with the first movement after an instant. */
const damagedBy = (damage: Motion['damage'], changes: readonly Change[]): readonly Change[] => {
  const [entry] = changes.filter(isEntry);
  if (damage === undefined || !entry) return changes;
  if (damage === 'lost') return changes.filter((change) => change !== entry);
  return [...changes, { ...entry, item: { ...entry.item, cause: `${entry.item.cause}#again` } }];
};

/** A store in memory whose index by time lags behind, and which goes wrong once. */
const laggingMemory = (
  { time, random }: { time: VirtualTime; random: () => number },
  { damage, seconds }: Motion,
): MemoryStore => {
  const memory = new MemoryStore();
  const list = memory.list;
  const commit = memory.commit.bind(memory);
  const visibleAt = new Map<string, number>();
  let isDamaged = damage === undefined;
  memory.commit = async (changes) => {
    const isDue = !isDamaged && time.now > seconds * 500 && changes.some(isEntry);
    const failed = await commit(isDue ? damagedBy(damage, changes) : changes);
    if (failed) return failed;
    isDamaged ||= isDue;
    for (const { item } of changes.filter(isEntry))
      visibleAt.set(item.cause, time.now + random() ** 3 * longestLagMs);
    return undefined;
  };
  memory.list = async (name, owner, page) => {
    const found = await list(name, owner, page);
    if (name !== 'ledgerByTime') return found;
    const isVisible = ({ cause }: LedgerEntry) => (visibleAt.get(cause) ?? 0) <= time.now;
    return { ...found, items: (found.items as LedgerEntry[]).filter(isVisible) } as never;
  };
  return memory;
};

const entry = (at: Date, kind: LedgerEntry['kind'], amount: number): Change => ({
  change: 'insert',
  record: 'ledgerEntry',
  item: { ...id, cause: `${kind}#${testIds.uuid()}`, at: at.toISOString(), kind, amount },
});

const movement = (at: Date, amount: number): Change[] => [
  entry(at, amount < 0 ? 'consume' : 'grant', amount),
  {
    change: 'update',
    record: 'pool',
    id,
    add: { available: amount, consumed: -amount },
    ...(amount < 0 && { floor: { available: -amount } }),
  },
];

const pack = (at: Date, amount: number): Change[] => [
  entry(at, 'grant', amount),
  { change: 'update', record: 'pool', id, add: { available: amount, purchased: amount } },
];

/** Depends on the whole balance, and therefore ends the loan. */
const adjust = async (store: Store, at: Date): Promise<void> => {
  const pool = await store.get('pool', id, { consistent: true });
  if (!pool) throw new Error('no pool');
  await store.commit([
    entry(at, 'adjust', 5),
    {
      change: 'update',
      record: 'pool',
      id,
      set: { available: pool.available + 5, purchased: pool.purchased + 5 },
      when: (['available', 'purchased', 'consumed'] as const).map((field) => ({
        field,
        is: 'equal',
        value: pool[field],
      })),
    },
  ]);
};

/** One movement of a kind at random. Decisions are rare, as they end the loan. */
const moveOnce = async (store: Store, at: Date, random: () => number): Promise<void> => {
  const kind = random();
  const amount = 1 + Math.floor(random() * 3);
  await store.load([{ record: 'pool', id }], { withoutLent: true });
  if (kind < 0.75) await write(store, movement(at, -amount));
  else if (kind < 0.985) await write(store, movement(at, amount));
  else if (kind < 0.999) await write(store, pack(at, amount));
  else await adjust(store, at);
};

/** The result of an audit, and what it logged. */
export interface Audited {
  /** Whether the pool is proved, not proved, or wrong. */
  result: 'proven' | 'unproven' | 'alarm';
  drift: unknown;
}

const audit = async (store: Store, time: VirtualTime): Promise<Audited> => {
  const logged: Record<string, unknown>[] = [];
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (_message, fields = {}) => void logged.push(fields),
    metric: () => undefined,
  };
  const ports = { store, timer: { sleep: time.sleep }, log };
  const compared = await comparePool(id, ports, new Date(noon.getTime() + time.now));
  const result = compared ? (compared.drift === 0 ? 'proven' : 'unproven') : 'alarm';
  return { result, drift: logged[0]?.['drift'] };
};

/** Runs the movements and audits to their end. */
export const runMotion = async (motion: Motion) => {
  const { seed, perSecond, seconds, audits, old = 0, isAlone } = motion;
  const random = seededRandom(seed);
  const time = new VirtualTime();
  const memory = laggingMemory({ time, random }, motion);
  await write(leasedStore(memory, { random, uuid: testIds.uuid }), [
    { change: 'insert', record: 'pool', item: poolWith(accountId, 'core', { included: credits }) },
    entry(noon, 'grant', credits),
  ]);
  const { store: contended, counted } = contendedStore(memory, { time, random });
  installBackoff({ random, sleep: time.sleep });
  const processOf = (number: number): Store =>
    leasedStore(number < old ? withoutEpochs(contended) : contended, {
      random,
      uuid: testIds.uuid,
      policy: isAlone ? { ...policy, slots: credits } : policy,
    });
  const stores = Array.from({ length: processes }, (_, number) => processOf(number));
  const work: Promise<void>[] = [];
  let at = 0;
  for (let number = 0; at < seconds * 1_000; number++) {
    at += (-Math.log(1 - random()) * 1_000) / perSecond;
    const store = stores[number % processes] ?? contended;
    work.push(time.sleep(at).then(() => moveOnce(store, new Date(noon.getTime() + time.now), random)));
  }
  const audited = audits.map((second) =>
    time.sleep(second * 1_000).then(() => audit(processOf(processes), time)),
  );
  await time.pass();
  await Promise.all(work);
  installBackoff({ random: () => 0, sleep: async () => {} });
  return { memory, counted, moved: work.length, audited: await Promise.all(audited) };
};
