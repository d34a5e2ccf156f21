import { retryTransaction, type Attempt } from '#adapters/dynamodb/retry-transaction.ts';
import { keyFields } from '#adapters/memory/record-tables.ts';
import type { MemoryStore } from '#adapters/memory/store.ts';
import type { Change } from '@scangate/domain/record-changes';
import type { Store } from '#ports/store.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The durations of calls, in milliseconds. A transaction holds its items as long as it takes. */
export const durations = { readMs: 5, writeMs: 5, transactionMs: 20, refusalMs: 5 } as const;
const { readMs, writeMs, transactionMs, refusalMs } = durations;

export interface Counted {
  /** Tries of transactions and single writes, those that collided included. */
  writes: number;
  collisions: number;
  reads: number;
}

const keyOf = (change: Change): string => {
  const id: Record<string, unknown> = { ...(change.change === 'insert' ? change.item : change.id) };
  return JSON.stringify([change.record, ...keyFields[change.record].map((field) => id[field])]);
};

/**
 * A store that refuses a write while another one holds one of its items, as DynamoDB does, and tries again as its adapter
 * does. Reads are never refused.
 */
export const contendedStore = (
  memory: MemoryStore,
  { time, random }: { time: VirtualTime; random: () => number },
): { store: Store; counted: Counted } => {
  const counted: Counted = { writes: 0, collisions: 0, reads: 0 };
  const held = new Set<string>();
  const attempt = async (changes: readonly Change[]): Promise<Attempt> => {
    counted.writes++;
    const keys = changes.map(keyOf);
    const collided = changes.filter((_change, index) => held.has(keys[index] ?? ''));
    if (collided.length > 0) {
      counted.collisions++;
      await time.sleep(refusalMs);
      return { collided };
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
        retryTransaction(changes, { ...options, attempt }, { random, sleep: time.sleep }),
    },
  };
};
