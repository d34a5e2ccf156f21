import { retryTransaction, type Attempt } from '#adapters/dynamodb/retry-transaction.ts';
import { keyOf as rowKeyOf } from '#adapters/dynamodb/record-layouts.ts';
import { keyFields } from '#adapters/memory/record-tables.ts';
import type { MemoryStore } from '#adapters/memory/store.ts';
import type { Change } from '@scangate/domain/record-changes';
import type { Store } from '#ports/store.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The durations of calls, in milliseconds. A transaction holds its items as long as it takes. */
export const durations = { readMs: 5, writeMs: 5, transactionMs: 20, refusalMs: 5 } as const;
const { readMs, writeMs, transactionMs, refusalMs } = durations;

/** The limit of what DynamoDB writes of one partition key in a second. */
export interface PartitionLimit {
  unitsPerSecond: number;
}

export interface Counted {
  /** Tries of transactions and single writes, those that collided included. */
  writes: number;
  collisions: number;
  reads: number;
  /** Tries that were refused because a partition had no units left. */
  throttled?: number;
}

const keyOf = (change: Change): string => {
  const id: Record<string, unknown> = { ...(change.change === 'insert' ? change.item : change.id) };
  return JSON.stringify([change.record, ...keyFields[change.record].map((field) => id[field])]);
};

/** An item of up to 1 KB takes one unit, and two in a transaction: one to prepare it, and one to commit it. */
const unitsOf = (changes: readonly Change[]): number => (changes.length > 1 ? 2 : 1);

/** Returns the partition that a change writes to. */
const partitionOf = (change: Change): string => {
  const id = change.change === 'insert' ? change.item : change.id;
  const { table, key } = rowKeyOf(change.record, id as never);
  return `${table} ${key['pk']}`;
};

/** Refills what each partition may write, continuously, up to the units of one second. */
class Partitions {
  readonly #left = new Map<string, { units: number; at: number }>();
  readonly #limit: PartitionLimit;

  constructor(limit: PartitionLimit) {
    this.#limit = limit;
  }

  #leftOf(partition: string, now: number): number {
    const { unitsPerSecond } = this.#limit;
    const known = this.#left.get(partition);
    if (!known) return unitsPerSecond;
    return Math.min(unitsPerSecond, known.units + ((now - known.at) / 1_000) * unitsPerSecond);
  }

  /** Takes the units of the changes. @returns the changes for which there are none; then nothing is taken. */
  take(changes: readonly Change[], now: number): Change[] {
    const units = unitsOf(changes);
    const needed = Map.groupBy(changes, partitionOf);
    const refused = [...needed].flatMap(([partition, some]) =>
      this.#leftOf(partition, now) < units * some.length ? some : [],
    );
    if (refused.length === 0)
      for (const [partition, some] of needed)
        this.#left.set(partition, { units: this.#leftOf(partition, now) - units * some.length, at: now });
    return refused;
  }
}

/**
 * A store that refuses a write while another one holds one of its items, as DynamoDB does, and tries again as its adapter
 * does. Reads are never refused. With a limit it also refuses what a partition cannot write at the time.
 */
export const contendedStore = (
  memory: MemoryStore,
  { time, random, limit }: { time: VirtualTime; random: () => number; limit?: PartitionLimit | undefined },
): { store: Store; counted: Counted } => {
  const counted: Counted = { writes: 0, collisions: 0, reads: 0 };
  const held = new Set<string>();
  const partitions = limit && new Partitions(limit);
  const attempt = async (changes: readonly Change[]): Promise<Attempt> => {
    counted.writes++;
    const keys = changes.map(keyOf);
    const collided = changes.filter((_change, index) => held.has(keys[index] ?? ''));
    if (collided.length > 0) {
      counted.collisions++;
      await time.sleep(refusalMs);
      return { collided };
    }
    const throttled = partitions?.take(changes, time.now) ?? [];
    if (throttled.length > 0) {
      counted.throttled = (counted.throttled ?? 0) + 1;
      await time.sleep(refusalMs);
      return { collided: throttled };
    }
    for (const key of keys) held.add(key);
    await time.sleep(changes.length > 1 ? transactionMs : writeMs);
    for (const key of keys) held.delete(key);
    return memory.commit(changes);
  };
  const reading =
    <A extends unknown[], T>(read: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      counted.reads++;
      await time.sleep(readMs);
      return read(...args);
    };
  return {
    counted,
    store: {
      load: reading(memory.load) as Store['load'],
      get: reading(memory.get) as Store['get'],
      list: reading(memory.list) as Store['list'],
      listDue: reading(memory.listDue) as Store['listDue'],
      commit: (changes, options) =>
        retryTransaction(changes, { ...options, attempt }, { random, uuid: () => '', sleep: time.sleep }),
    },
  };
};
