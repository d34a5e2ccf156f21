import type { Change, Condition, RecordKeys, RecordName, Records } from '@scangate/domain/change';
import { queuePartition } from '@scangate/domain/due-queue';
import type { LedgerEntry } from '@scangate/domain/records';
import {
  ledgerTimeKey,
  type ListName,
  type Lists,
  type Page,
  type FailedCondition,
  type Store,
} from '#ports/store.ts';

type Fields = Record<string, unknown>;

/** Records are plain data; copying them so is many times faster than structuredClone, and models copy all the time. */
const copyOf = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf) as T;
  return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, copyOf(one)])) as T;
};

const holds = (item: Fields, condition: Condition): boolean => {
  const value = item[condition.field];
  if (condition.is === 'present') return value !== undefined;
  if (condition.is === 'absent') return value === undefined;
  if (value === undefined) return false;
  if (condition.is === 'oneOf') return condition.value.includes(value as never);
  if (condition.is === 'equal') return value === condition.value;
  const [mine, bound] = [value as string, condition.value as string];
  return condition.is === 'atLeast' ? mine >= bound : mine <= bound;
};

const meets = (item: Fields | undefined, conditions: readonly Condition[] = []): boolean =>
  item !== undefined && conditions.every((condition) => holds(item, condition));

const identityFields: { [R in RecordName]: readonly (keyof RecordKeys[R] & string)[] } = {
  organization: ['organizationId'],
  member: ['organizationId', 'personId'],
  repository: ['organizationId', 'repositoryId'],
  repositoryName: ['organizationId', 'name'],
  scan: ['organizationId', 'scanId'],
  dedup: ['organizationId', 'repositoryId', 'digest'],
  idempotency: ['organizationId', 'operation', 'key'],
  waiter: ['organizationId', 'slot'],
  upload: ['organizationId', 'uploadId'],
  account: ['accountId'],
  pool: ['accountId', 'pool'],
  license: ['accountId', 'month', 'personId'],
  licenseMonth: ['accountId', 'month'],
  invoice: ['accountId', 'createdAt', 'invoiceId'],
  paymentAccount: ['accountId'],
  recharge: ['accountId', 'pool'],
  mail: ['accountId', 'mailId'],
  auditEvent: ['organizationId', 'at', 'eventId'],
  jobPosition: ['job', 'shard'],
  ledgerEntry: ['accountId', 'pool', 'cause'],
  ledgerSeal: ['accountId', 'pool', 'number'],
  token: ['tokenHash'],
};

const lists: { [L in ListName]: { record: Lists[L]['record']; newestFirst: boolean } } = {
  members: { record: 'member', newestFirst: false },
  repositories: { record: 'repository', newestFirst: false },
  repositoryNames: { record: 'repositoryName', newestFirst: false },
  scans: { record: 'scan', newestFirst: true },
  tokens: { record: 'token', newestFirst: false },
  waiters: { record: 'waiter', newestFirst: false },
  auditEvents: { record: 'auditEvent', newestFirst: true },
  invoices: { record: 'invoice', newestFirst: true },
  ledger: { record: 'ledgerEntry', newestFirst: false },
  ledgerByTime: { record: 'ledgerEntry', newestFirst: true },
  seals: { record: 'ledgerSeal', newestFirst: false },
};

/** What sorts as the number does, up to a billion. */
const sortable = (value: unknown): unknown =>
  typeof value === 'number' ? String(value).padStart(9, '0') : value;

const startAfter = (keys: readonly string[], cursor: string | undefined): number =>
  cursor === undefined ? 0 : keys.indexOf(cursor) + 1;

/** Sorted by a text key that is made once for each. */
const sortedBy = (items: Iterable<Fields>, keyOf: (item: Fields) => string): [key: string, item: Fields][] =>
  [...items].map((item): [string, Fields] => [keyOf(item), item]).sort(([a], [b]) => (a < b ? -1 : 1));

/** The page after the cursor, and where the next one begins. */
const pageOf = (
  listed: [key: string, item: Fields][],
  { cursor, limit }: { cursor?: string; limit?: number },
): Page<Fields> => {
  const keys = listed.map(([key]) => key);
  const from = startAfter(keys, cursor);
  const page = listed.slice(from, from + (limit ?? 100));
  const [last] = page.at(-1) ?? [];
  const more = last !== undefined && last !== keys.at(-1);
  return { items: page.map(([, item]) => item), ...(more && { cursor: last }) };
};

/**
 * The store in memory, for tests and models: the same promises as the real one, by a second, simpler interpreter. What
 * is stored is never changed in place, only replaced; what is given out is a copy.
 */
export class MemoryStore implements Store {
  readonly #kinds = new Map<RecordName, Map<string, Fields>>();

  #kind(record: RecordName): Map<string, Fields> {
    const known = this.#kinds.get(record) ?? new Map<string, Fields>();
    this.#kinds.set(record, known);
    return known;
  }

  #key(record: RecordName, id: object): string {
    return JSON.stringify(identityFields[record].map((field) => (id as Fields)[field]));
  }

  #find(record: RecordName, id: object): Fields | undefined {
    return this.#kind(record).get(this.#key(record, id));
  }

  /** Every record of a kind, in no promised order. */
  all<R extends RecordName>(record: R): Records[R][] {
    return [...this.#kind(record).values()].map((item) => copyOf(item) as unknown as Records[R]);
  }

  load: Store['load'] = async (refs) => refs.map((ref) => copyOf(this.#find(ref.record, ref.id))) as never;

  get: Store['get'] = async (record, id) => copyOf(this.#find(record, id)) as never;

  list: Store['list'] = async (name, owner, page = {}) => {
    const { record, newestFirst } = lists[name];
    const isByTime = name === 'ledgerByTime';
    const key = (item: Fields): string =>
      isByTime
        ? ledgerTimeKey(item as unknown as LedgerEntry)
        : name === 'scans'
          ? String(item['scanId'])
          : JSON.stringify(identityFields[record].map((field) => sortable(item[field])));
    const isInRange = ({ at }: Fields): boolean =>
      !(page.from !== undefined && String(at) < page.from) &&
      !(page.through !== undefined && String(at) > page.through);
    const owners = Object.entries(owner);
    const mine = this.#kind(record)
      .values()
      .filter((item) => owners.every(([field, value]) => item[field] === value))
      .filter((item) => !isByTime || isInRange(item));
    const listed = sortedBy(mine, key);
    if (page.newestFirst ?? newestFirst) listed.reverse();
    return copyOf(pageOf(listed, page)) as unknown as Page<never>;
  };

  listDue: Store['listDue'] = async (record, shard, page = {}) => {
    const partition = queuePartition(record, shard);
    const due = this.#kind(record)
      .values()
      .filter(({ dueQueue, dueAt }) => dueQueue === partition && dueAt !== undefined)
      .filter(({ dueAt }) => page.from === undefined || String(dueAt) >= page.from)
      .filter(({ dueAt }) => page.through === undefined || String(dueAt) <= page.through);
    const fields = identityFields[record] as readonly string[];
    const found = pageOf(
      sortedBy(due, (item) => [item['dueAt'], ...fields.map((field) => item[field])].join(' ')),
      page,
    );
    const identities = found.items.map((item) =>
      Object.fromEntries(fields.map((field) => [field, item[field]])),
    );
    return { ...found, items: identities } as unknown as Page<never>;
  };

  #accepts(change: Change): boolean {
    if (change.change === 'insert') {
      const found = this.#find(change.record, change.item);
      return (
        found === undefined ||
        (change.replaceIf !== undefined && meets(found, change.replaceIf as Condition[]))
      );
    }
    const found = this.#find(change.record, change.id);
    const floors = change.change === 'update' ? Object.entries(change.floor ?? {}) : [];
    const enough = floors.every(([field, floor]) => Number(found?.[field]) >= Number(floor));
    return meets(found, change.when as Condition[]) && enough;
  }

  #apply(change: Change): void {
    if (change.change === 'require') return;
    if (change.change === 'insert') {
      const fields = Object.entries(change.item).filter(([, value]) => value !== undefined);
      const item = copyOf(Object.fromEntries(fields));
      this.#kind(change.record).set(this.#key(change.record, change.item), item);
      return;
    }
    const item = { ...this.#find(change.record, change.id) };
    for (const [field, value] of Object.entries(change.set ?? {}))
      if (value !== undefined) item[field] = value;
    for (const [field, amount] of Object.entries(change.add ?? {}))
      item[field] = Number(item[field]) + Number(amount);
    for (const [field, more] of Object.entries(change.append ?? {})) {
      item[field] = [...(item[field] as unknown[]), ...(more as unknown[])];
    }
    for (const field of change.unset ?? []) delete item[field];
    this.#kind(change.record).set(this.#key(change.record, change.id), copyOf(item));
  }

  async commit(changes: readonly Change[]): Promise<FailedCondition | undefined> {
    const idOf = (change: Change): object => (change.change === 'insert' ? change.item : change.id);
    const keys = changes.map((change) => change.record + this.#key(change.record, idOf(change)));
    if (new Set(keys).size !== keys.length) throw new Error('a record stands twice in one transaction');
    const refused = changes.find((change) => !this.#accepts(change));
    if (refused) {
      const found = copyOf(this.#find(refused.record, idOf(refused)));
      return { change: refused, found: found as unknown as FailedCondition['found'] };
    }
    for (const change of changes) this.#apply(change);
    return undefined;
  }
}
