import type { Change, RecordKeys, RecordName, Records, RecordRef } from '@scangate/domain/change';
import type { QueuedRecord } from '@scangate/domain/due-queue';
import type { Instant, LedgerEntry } from '@scangate/domain/records';

/** A page of records; `cursor` is the store's own, opaque, and absent on the last page. */
export interface Page<T> {
  items: T[];
  cursor?: string;
}

/** The lists a store can give, each by its owner and nothing else. */
export interface Lists {
  members: { owner: { organizationId: string }; record: 'member' };
  repositories: { owner: { organizationId: string }; record: 'repository' };
  /** Newest first. The cursor is the id of the last scan, so that a job may keep it as its place. */
  scans: { owner: { organizationId: string }; record: 'scan' };
  repositoryNames: { owner: { organizationId: string }; record: 'repositoryName' };
  tokens: { owner: { organizationId: string }; record: 'token' };
  waiters: { owner: { organizationId: string }; record: 'waiter' };
  /** Newest first. */
  auditEvents: { owner: { organizationId: string }; record: 'auditEvent' };
  /** Newest first. */
  invoices: { owner: { accountId: string }; record: 'invoice' };
  /** By cause. */
  ledger: { owner: { accountId: string; pool: string }; record: 'ledgerEntry' };
  /** Newest first; entries of one instant in any order. The cursor is `ledgerPosition` of the last entry. */
  ledgerByTime: { owner: { accountId: string; pool: string }; record: 'ledgerEntry' };
  /** By number. */
  seals: { owner: { accountId: string; pool: string }; record: 'ledgerSeal' };
}
export type ListName = keyof Lists;

export interface PageOptions {
  limit?: number;
  cursor?: string;
  /** Overrides the order of the list. */
  newestFirst?: boolean;
  /** Of `ledgerByTime`: entries from this instant on, and up to and including that one. */
  from?: Instant;
  through?: Instant;
  consistent?: boolean;
}

/** Where an entry stands in `ledgerByTime`; as a cursor, what comes after it. */
export const ledgerTimeKey = ({ at, cause }: Pick<LedgerEntry, 'at' | 'cause'>): string => `${at} ${cause}`;

/** A refused transaction: nothing was written. `found` is the offending record as it is. */
export interface FailedCondition {
  change: Change;
  found: Records[RecordName] | undefined;
}

/** What a refusal says to the caller; a refusal nobody foresaw is a bug. */
export const failedConditionError = ({ change, found }: FailedCondition): Error =>
  (change.onConflict as ((found: unknown) => Error) | undefined)?.(found) ??
  new Error(`an unforeseen condition failed: ${change.change} ${change.record}`);

export interface StoreReader<R extends RecordName = RecordName> {
  /** Loads up to 100 records in one round trip, in the order asked; strongly consistent when `consistent`. */
  load<const T extends readonly RecordRef<R>[]>(
    refs: T,
    options?: { consistent?: boolean },
  ): Promise<{ -readonly [I in keyof T]: Records[T[I]['record']] | undefined }>;
  get<K extends R>(
    record: K,
    id: RecordKeys[K],
    options?: { consistent?: boolean },
  ): Promise<Records[K] | undefined>;
  list<L extends ListName>(
    list: L,
    owner: Lists[L]['owner'],
    page?: PageOptions,
  ): Promise<Page<Records[Lists[L]['record']]>>;
  /** Identities of a shard of the open index whose `dueAt` is in the range (both ends included), in its order. */
  listDue<K extends QueuedRecord>(
    record: K,
    shard: string,
    page?: { from?: string; through?: string; limit?: number; cursor?: string },
  ): Promise<Page<RecordKeys[K]>>;
}

export interface Store<R extends RecordName = RecordName, W extends RecordName = R> extends StoreReader<R> {
  /**
   * Applies all changes or none. Conflicts with other transactions are tried again with jitter.
   * @returns the first refused change, or undefined when everything was written.
   */
  commit(changes: readonly Change<W>[]): Promise<FailedCondition | undefined>;
}

/** Commits, and throws what the refused change says. */
export const commitOrThrow = async <W extends RecordName>(
  store: Pick<Store<RecordName, W>, 'commit'>,
  changes: readonly Change<W>[],
): Promise<void> => {
  const refusal = await store.commit(changes);
  if (refusal) throw failedConditionError(refusal);
};

/** Every item of a list, page by page as it is walked. */
export async function* listAll<L extends ListName>(
  store: Pick<StoreReader, 'list'>,
  list: L,
  owner: Lists[L]['owner'],
  options: Omit<PageOptions, 'cursor'> = {},
): AsyncGenerator<Records[Lists[L]['record']]> {
  let cursor: string | undefined;
  do {
    const page = await store.list(list, owner, {
      limit: 100,
      ...options,
      ...(cursor !== undefined && { cursor }),
    });
    yield* page.items;
    cursor = page.cursor;
  } while (cursor !== undefined);
}
