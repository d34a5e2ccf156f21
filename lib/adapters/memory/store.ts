import type { Change, Condition, Identity, RecordName, Records } from '../../domain/change.ts';
import { openPartition } from '../../domain/open-index.ts';
import type { LedgerEntry } from '../../domain/records.ts';
import {
  ledgerPosition,
  type ListName,
  type Lists,
  type Page,
  type Refusal,
  type Store,
} from '../../ports/store.ts';

type Fields = Record<string, unknown>;

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

const identityFields: { [R in RecordName]: readonly (keyof Identity[R] & string)[] } = {
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
  invoice: ['accountId', 'invoiceId'],
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

type Opened = Fields & { open?: string; dueAt?: string };

const startAfter = (keys: readonly string[], cursor: string | undefined): number =>
  cursor === undefined ? 0 : keys.indexOf(cursor) + 1;

/** The store in memory, for tests and models: the same promises as the real one, by a second, simpler interpreter. */
export class MemoryStore implements Store {
  readonly #items = new Map<string, { record: RecordName; item: Fields }>();

  #key(record: RecordName, id: object): string {
    return JSON.stringify([record, ...identityFields[record].map((field) => (id as Fields)[field])]);
  }

  #find(record: RecordName, id: object): Fields | undefined {
    const item = this.#items.get(this.#key(record, id))?.item;
    return item && structuredClone(item);
  }

  /** Every record of a kind, in no promised order. */
  all<R extends RecordName>(record: R): Records[R][] {
    return [...this.#items.values()]
      .filter((stored) => stored.record === record)
      .map((stored) => structuredClone(stored.item) as unknown as Records[R]);
  }

  load: Store['load'] = async (refs) => refs.map((ref) => this.#find(ref.record, ref.id)) as never;

  get: Store['get'] = async (record, id) => this.#find(record, id) as never;

  list: Store['list'] = async (name, owner, page = {}) => {
    const { record, newestFirst } = lists[name];
    const key = (item: object): string =>
      name === 'ledgerByTime'
        ? ledgerPosition(item as LedgerEntry)
        : JSON.stringify(identityFields[record].map((field) => sortable((item as Fields)[field])));
    const inRange = (item: object): boolean => {
      const { at } = item as { at: string };
      return (
        !(page.from !== undefined && at < page.from) && !(page.through !== undefined && at > page.through)
      );
    };
    const mine = this.all(record)
      .filter((item) =>
        Object.entries(owner).every(([field, value]) => (item as unknown as Fields)[field] === value),
      )
      .filter((item) => name !== 'ledgerByTime' || inRange(item))
      .toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
    if (page.newestFirst ?? newestFirst) mine.reverse();
    const items = mine.slice(startAfter(mine.map(key), page.cursor)).slice(0, page.limit ?? 100);
    const last = items.at(-1);
    const more = last !== undefined && last !== mine.at(-1);
    return { items, ...(more && { cursor: key(last) }) } as Page<never>;
  };

  open: Store['open'] = async (record, shard, page = {}) => {
    const key = (item: Opened) =>
      [item.dueAt, ...identityFields[record].map((field) => item[field])].join(' ');
    const listed = (this.all(record) as unknown as Opened[])
      .filter((item) => item.open === openPartition(record, shard) && item.dueAt !== undefined)
      .filter(({ dueAt }) => page.from === undefined || String(dueAt) >= page.from)
      .filter(({ dueAt }) => page.through === undefined || String(dueAt) <= page.through)
      .toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
    const items = listed.slice(startAfter(listed.map(key), page.cursor)).slice(0, page.limit ?? 100);
    const last = items.at(-1);
    const more = last !== undefined && last !== listed.at(-1);
    return {
      items: items.map((item) =>
        Object.fromEntries(identityFields[record].map((field) => [field, item[field]])),
      ),
      ...(more && { cursor: key(last) }),
    } as Page<never>;
  };

  #accepts(change: Change): boolean {
    if (change.change === 'insert') {
      const found = this.#find(change.record, change.item);
      return found === undefined || (change.over !== undefined && meets(found, change.over as Condition[]));
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
      const item = structuredClone(Object.fromEntries(fields));
      this.#items.set(this.#key(change.record, change.item), { record: change.record, item });
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
    this.#items.set(this.#key(change.record, change.id), {
      record: change.record,
      item: structuredClone(item),
    });
  }

  async commit(changes: readonly Change[]): Promise<Refusal | undefined> {
    const keys = changes.map((c) => this.#key(c.record, c.change === 'insert' ? c.item : c.id));
    if (new Set(keys).size !== keys.length) throw new Error('a record stands twice in one transaction');
    const refused = changes.find((change) => !this.#accepts(change));
    if (refused) {
      const found = this.#find(refused.record, refused.change === 'insert' ? refused.item : refused.id);
      return { change: refused, found: found as unknown as Refusal['found'] };
    }
    for (const change of changes) this.#apply(change);
    return undefined;
  }
}
