import type { TablePlan } from '@scangate/emulator-aws/template/cloud-plan';
import type { Scheduler } from '#test/simulation/scheduler/scheduler.ts';
import { compileCondition, compileUpdate, type Bindings } from './expressions.ts';
import { Table } from './table.ts';
import { itemBytes, storedCopy, type Item } from './values.ts';

/** A row before and after a commit. */
export interface RowChange {
  table: string;
  before: Item | undefined;
  after: Item | undefined;
}

export interface Write {
  TableName: string;
  Item?: Item;
  Key?: Item;
  ConditionExpression?: string;
  UpdateExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
  ReturnValuesOnConditionCheckFailure?: string;
  ReturnValues?: string;
}
export type WriteKind = 'Put' | 'Update' | 'Delete' | 'ConditionCheck';

/** A write, and the row that it meets. */
interface FoundWrite {
  kind: WriteKind;
  write: Write;
  found: Item | undefined;
}

const nothing = {};

/** The time that a transaction holds its items. */
const transactionMs = 15;
/** The longest time after which a read sees a write. */
const lagMs = 2_000;

const bindingsOf = (
  write: Pick<Write, 'ExpressionAttributeNames' | 'ExpressionAttributeValues'>,
): Bindings => ({
  names: write.ExpressionAttributeNames ?? {},
  values: write.ExpressionAttributeValues ?? {},
});

const refusal = (name: string, fields: object = {}): Error =>
  Object.assign(new Error(`${name} in the simulation`), { name, $fault: 'client', ...fields });

/** Errors as the client of the database throws them. */
export interface DatabaseErrors {
  conditionFailed(item: Item | undefined): Error;
  conflict(): Error;
  canceled(reasons: { Code: string; Item?: Item }[]): Error;
}

/** The tables in memory, with the semantics of DynamoDB. */
export class Database {
  readonly tables: ReadonlyMap<string, Table>;
  /** Is called with each commit and what it changed, in the instant of the commit. */
  onCommit: (changes: readonly RowChange[]) => void = () => {};
  /** The number of commits so far. */
  commits = 0;
  readonly #scheduler: Scheduler;
  readonly #held = new Set<string>();
  readonly errors: DatabaseErrors;

  constructor(plans: readonly TablePlan[], scheduler: Scheduler, errors: DatabaseErrors) {
    this.tables = new Map(plans.map((plan) => [plan.name, new Table(plan)]));
    this.#scheduler = scheduler;
    this.errors = errors;
  }

  table(name: string): Table {
    const table = this.tables.get(name);
    if (!table) throw refusal('ResourceNotFoundException');
    return table;
  }

  /** Whether a read that need not be consistent sees the past. */
  isEventual(isConsistent: boolean | undefined): boolean {
    return isConsistent !== true && this.#scheduler.random() < 0.5;
  }

  read(tableName: string, key: Item, isConsistent: boolean | undefined): Item | undefined {
    const table = this.table(tableName);
    const isEventual = this.isEventual(isConsistent);
    return isEventual ? table.findEventual(key, this.#scheduler.now) : table.find(key);
  }

  #meets(write: Write, found: Item | undefined): boolean {
    const { ConditionExpression: condition } = write;
    return condition === undefined || compileCondition(condition)(found ?? {}, bindingsOf(write));
  }

  #result(kind: WriteKind, write: Write, found: Item | undefined): Item | undefined {
    if (kind === 'Delete') return undefined;
    const before = found ?? write.Key ?? {};
    const changed: Record<string, unknown> = kind === 'Put' ? { ...write.Item } : { ...before };
    if (kind === 'Update' && write.UpdateExpression !== undefined)
      compileUpdate(write.UpdateExpression)(changed, before, bindingsOf(write));
    const { copy, bytes } = storedCopy(changed);
    if (bytes > itemBytes)
      throw refusal('ValidationException', { message: 'Item size has exceeded the maximum' });
    return copy;
  }

  /** The writes with the rows as they are. */
  #found(writes: readonly (readonly [WriteKind, Write])[]): FoundWrite[] {
    return writes.map(([kind, write]) => {
      const found = this.table(write.TableName).find(write.Key ?? write.Item ?? nothing);
      return { kind, write, found };
    });
  }

  /** Applies writes whose conditions hold. */
  #apply(writes: readonly FoundWrite[]): RowChange[] {
    const { now } = this.#scheduler;
    const changes: RowChange[] = [];
    for (const { kind, write, found: before } of writes)
      if (kind !== 'ConditionCheck')
        changes.push({ table: write.TableName, before, after: this.#result(kind, write, before) });
    for (const { table, before, after } of changes) {
      const settledAt = now + this.#scheduler.draw(lagMs);
      this.table(table).put(after ?? before ?? {}, after, { now, settledAt });
    }
    this.commits += 1;
    this.onCommit(changes);
    return changes;
  }

  #holdKey(write: Write): string {
    return [write.TableName, ...this.table(write.TableName).keyOf(write.Key ?? write.Item ?? {})].join(' ');
  }

  /** @throws the error of a failed condition. */
  writeOne(kind: WriteKind, write: Write): Item | undefined {
    if (this.#held.has(this.#holdKey(write))) throw this.errors.conflict();
    const writes = this.#found([[kind, write]]);
    const found = writes[0]?.found;
    if (!this.#meets(write, found)) throw this.errors.conditionFailed(shown(write, found));
    const [change] = this.#apply(writes);
    return change?.after;
  }

  /** Applies writes at once and whatever their conditions are: what was there before the world began. */
  force(writes: readonly (readonly [WriteKind, Write])[]): void {
    this.#apply(this.#found(writes));
  }

  /** Applies all writes or none, and holds their items meanwhile. */
  async transact(writes: readonly (readonly [WriteKind, Write])[]): Promise<void> {
    if (writes.length > 100) throw refusal('ValidationException');
    const keys = writes.map(([, write]) => this.#holdKey(write));
    if (new Set(keys).size < keys.length) throw refusal('ValidationException');
    const isHeld = keys.map((key) => this.#held.has(key));
    if (isHeld.includes(true))
      throw this.errors.canceled(isHeld.map((held) => ({ Code: held ? 'TransactionConflict' : 'None' })));
    for (const key of keys) this.#held.add(key);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#scheduler.after(transactionMs, resolve);
    await promise;
    for (const key of keys) this.#held.delete(key);
    const all = this.#found(writes);
    const reasons = all.map(({ write, found }) => {
      if (this.#meets(write, found)) return { Code: 'None' };
      const item = shown(write, found);
      return { Code: 'ConditionalCheckFailed', ...(item && { Item: item }) };
    });
    if (reasons.some(({ Code }) => Code !== 'None')) throw this.errors.canceled(reasons);
    this.#apply(all);
  }

  /** Keeps some tables as they are at this instant. @returns brings them back, as if nothing had been written since. */
  keep(names: readonly string[]): () => void {
    const backs = names.map((name) => this.table(name).keep());
    return () => {
      for (const back of backs) back(this.#scheduler.now);
      this.commits += 1;
    };
  }

  /** Deletes the rows whose time to live is over. */
  expire(): void {
    const seconds = this.#scheduler.now / 1000;
    for (const table of this.tables.values()) {
      const over = [...table.items()].filter(({ ttl }) => typeof ttl === 'number' && ttl < seconds);
      for (const item of over) this.force([['Delete', { TableName: table.name, Key: item }]]);
      table.forgetGone(this.#scheduler.now);
    }
  }
}

const shown = (write: Write, found: Item | undefined): Item | undefined =>
  write.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' ? found : undefined;
