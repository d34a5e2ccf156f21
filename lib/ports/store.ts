import type { Change, Identity, RecordName, Records, Ref } from '../domain/change.ts';

/** A page of records; `cursor` is the store's own, opaque, and absent on the last page. */
export interface Page<T> {
  items: T[];
  cursor?: string;
}

/** The lists a store can give, each by its owner and nothing else. */
export interface Lists {
  members: { owner: { organizationId: string }; record: 'member' };
  repositories: { owner: { organizationId: string }; record: 'repository' };
  /** Newest first. */
  scans: { owner: { organizationId: string }; record: 'scan' };
  tokens: { owner: { organizationId: string }; record: 'token' };
  waiters: { owner: { organizationId: string }; record: 'waiter' };
  /** By cause. */
  ledger: { owner: { accountId: string; pool: string }; record: 'ledgerEntry' };
}
export type ListName = keyof Lists;

/** A refused transaction: nothing was written. `found` is the offending record as it is. */
export interface Refusal {
  change: Change;
  found: Records[RecordName] | undefined;
}

/** What a refusal says to the caller; a refusal nobody foresaw is a bug. */
export const refusalError = ({ change, found }: Refusal): Error =>
  (change.refused as ((found: unknown) => Error) | undefined)?.(found) ??
  new Error(`an unforeseen condition failed: ${change.change} ${change.record}`);

export interface StoreReader<R extends RecordName = RecordName> {
  /** Loads up to 100 records in one round trip, in the order asked; strongly consistent when `consistent`. */
  load<const T extends readonly Ref<R>[]>(
    refs: T,
    options?: { consistent?: boolean },
  ): Promise<{ -readonly [I in keyof T]: Records[T[I]['record']] | undefined }>;
  get<K extends R>(
    record: K,
    id: Identity[K],
    options?: { consistent?: boolean },
  ): Promise<Records[K] | undefined>;
  list<L extends ListName>(
    list: L,
    owner: Lists[L]['owner'],
    page?: { limit?: number; cursor?: string },
  ): Promise<Page<Records[Lists[L]['record']]>>;
  /** Identities of open scans of a shard that are due, oldest first. */
  dueScans(
    shard: string,
    dueAt: string,
    limit: number,
  ): Promise<{ organizationId: string; scanId: string }[]>;
}

export interface Store<R extends RecordName = RecordName, W extends RecordName = R> extends StoreReader<R> {
  /**
   * Applies all changes or none. Conflicts with other transactions are tried again with jitter.
   * @returns the first refused change, or undefined when everything was written.
   */
  commit(changes: readonly Change<W>[]): Promise<Refusal | undefined>;
}

/** Commits, and throws what the refused change says. */
export const commitOrThrow = async <W extends RecordName>(
  store: Pick<Store<RecordName, W>, 'commit'>,
  changes: readonly Change<W>[],
): Promise<void> => {
  const refusal = await store.commit(changes);
  if (refusal) throw refusalError(refusal);
};

/** Every item of a list, page by page as it is walked. */
export async function* everyItem<L extends ListName>(
  store: Pick<StoreReader, 'list'>,
  list: L,
  owner: Lists[L]['owner'],
): AsyncGenerator<Records[Lists[L]['record']]> {
  let cursor: string | undefined;
  do {
    const page = await store.list(list, owner, { limit: 100, ...(cursor !== undefined && { cursor }) });
    yield* page.items;
    cursor = page.cursor;
  } while (cursor !== undefined);
}
