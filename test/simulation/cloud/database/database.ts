import type { TablePlan } from '@scangate/emulator-aws/template/cloud-plan';
import type { Scheduler } from '#test/simulation/scheduler/scheduler.ts';
import { bindingsOf, type Bindings, type Expressed } from './bindings.ts';
import { compileCondition, compileUpdate } from './expressions.ts';
import { invalid, limits, refusal } from './limits.ts';
import { Table } from './table.ts';
import { TransactionTokens } from './transaction-tokens.ts';
import { bytesOf, itemBytes, storedCopy, type Item } from './values.ts';

/** A row before and after a commit. */
export interface RowChange {
  table: string;
  before: Item | undefined;
  after: Item | undefined;
}

export interface Write extends Expressed {
  TableName: string;
  Item?: Item;
  Key?: Item;
  ReturnValuesOnConditionCheckFailure?: string;
  ReturnValues?: string;
}
export type WriteKind = 'Put' | 'Update' | 'Delete' | 'ConditionCheck';

/** A write whose request is right in itself. */
interface CheckedWrite {
  kind: WriteKind;
  write: Write;
  bindings: Bindings;
  /** The item that a put leaves. */
  item: Item | undefined;
}

/** A write with the row that it meets. */
type FoundWrite = CheckedWrite & { found: Item | undefined };

/** A write with the row that it meets and the one that it leaves. */
type DoneWrite = FoundWrite & { after: Item | undefined };

/** The parts of the scheduler that the database needs. */
export type DatabaseTime = Pick<Scheduler, 'now' | 'random' | 'draw' | 'after'>;

const nothing: Item = {};

/** The time that a transaction holds its items. */
const transactionMs = 15;
/** The longest time after which a read sees a write. */
const lagMs = 2_000;

/** The reason why a transaction is canceled, for one of its writes. */
interface Reason {
  Code: string;
  Item?: Item;
}

/** Errors as the client of the database throws them. */
export interface DatabaseErrors {
  conditionFailed(item: Item | undefined): Error;
  conflict(): Error;
  canceled(reasons: Reason[]): Error;
}

/** The tables in memory, with the semantics of DynamoDB. */
export class Database {
  readonly tables: ReadonlyMap<string, Table>;
  /** Is called with each commit and what it changed, in the instant of the commit. */
  onCommit: (changes: readonly RowChange[]) => void = () => {};
  /** The number of commits so far. */
  commits = 0;
  readonly #scheduler: DatabaseTime;
  readonly #held = new Set<string>();
  readonly #tokens = new TransactionTokens();
  readonly errors: DatabaseErrors;

  constructor(plans: readonly TablePlan[], scheduler: DatabaseTime, errors: DatabaseErrors) {
    this.tables = new Map(plans.map((plan) => [plan.name, new Table(plan)]));
    this.#scheduler = scheduler;
    this.errors = errors;
  }

  table(name: string): Table {
    const table = this.tables.get(name);
    if (!table) throw refusal('ResourceNotFoundException', `no table ${name}`);
    return table;
  }

  /** Whether a read that need not be consistent sees the past. */
  isEventual(isConsistent: boolean | undefined): boolean {
    return isConsistent !== true && this.#scheduler.random() < 0.5;
  }

  read(tableName: string, key: Item, isConsistent: boolean | undefined): Item | undefined {
    const table = this.table(tableName);
    table.checkKey(key);
    const isEventual = this.isEventual(isConsistent);
    return isEventual ? table.findEventual(key, this.#scheduler.now) : table.find(key);
  }

  #meets({ write, bindings, found }: FoundWrite): boolean {
    const { ConditionExpression: condition } = write;
    return condition === undefined || compileCondition(condition)(found ?? {}, bindings);
  }

  /** The copy of an item that is stored. @throws the refusal of one that cannot be. */
  #stored(tableName: string, item: Item): Item {
    const copy = storedCopy(item);
    this.table(tableName).checkItem(copy);
    if (bytesOf(copy) > limits.itemBytes) throw invalid('the item is too large');
    return copy;
  }

  /** Adds the row that a write leaves. @throws the refusal of one that cannot be stored. */
  #done(found: FoundWrite): DoneWrite {
    const { kind, write, bindings, item } = found;
    if (kind !== 'Update') return { ...found, after: item };
    const before = found.found ?? write.Key ?? nothing;
    const changed: Record<string, unknown> = { ...before };
    if (write.UpdateExpression !== undefined)
      compileUpdate(write.UpdateExpression).apply(changed, before, bindings);
    return { ...found, after: this.#stored(write.TableName, changed) };
  }

  /** Checks what a request says by itself. @throws its refusal. */
  #checked([kind, write]: readonly [WriteKind, Write]): CheckedWrite {
    const table = this.table(write.TableName);
    const bindings = bindingsOf(write);
    if (kind === 'Put')
      return { kind, write, bindings, item: this.#stored(write.TableName, write.Item ?? nothing) };
    table.checkKey(write.Key ?? nothing);
    if (kind === 'Update' && write.UpdateExpression !== undefined)
      for (const name of compileUpdate(write.UpdateExpression).namesOf(bindings))
        if (table.isKey(name)) throw invalid(`an update changes the key ${name}`);
    return { kind, write, bindings, item: undefined };
  }

  #found(checked: CheckedWrite): FoundWrite {
    const { write } = checked;
    return { ...checked, found: this.table(write.TableName).find(write.Key ?? write.Item ?? nothing) };
  }

  #apply(writes: readonly DoneWrite[]): void {
    const { now } = this.#scheduler;
    const changes = writes
      .filter(({ kind, found, after }) => kind !== 'ConditionCheck' && (found ?? after))
      .map(({ write, found, after }) => ({ table: write.TableName, before: found, after }));
    for (const { table, before, after } of changes) {
      const settledAt = now + this.#scheduler.draw(lagMs);
      this.table(table).put(after ?? before ?? nothing, after, { now, settledAt });
    }
    this.commits += 1;
    this.onCommit(changes);
  }

  #holdKey(write: Write): string {
    return [write.TableName, ...this.table(write.TableName).keyOf(write.Key ?? write.Item ?? {})].join(' ');
  }

  /** @throws the error of a failed condition. */
  writeOne(kind: WriteKind, write: Write): Item | undefined {
    const checked = this.#checked([kind, write]);
    if (this.#held.has(this.#holdKey(write))) throw this.errors.conflict();
    const found = this.#found(checked);
    if (!this.#meets(found)) throw this.errors.conditionFailed(shown(found));
    const done = this.#done(found);
    this.#apply([done]);
    return done.after;
  }

  /** Applies writes at once and whatever their conditions are: what was there before the world began. */
  force(writes: readonly (readonly [WriteKind, Write])[]): void {
    this.#apply(writes.map((write) => this.#done(this.#found(this.#checked(write)))));
  }

  /** Checks a transaction by itself. @throws its refusal. */
  #checkedAll(writes: readonly (readonly [WriteKind, Write])[]): { checked: CheckedWrite[]; keys: string[] } {
    const { transactionItems, transactionBytes } = limits;
    if (writes.length === 0 || writes.length > transactionItems)
      throw invalid(`a transaction of ${writes.length} writes`);
    const checked = writes.map((write) => this.#checked(write));
    const keys = checked.map(({ write }) => this.#holdKey(write));
    if (new Set(keys).size < keys.length) throw invalid('a transaction writes an item twice');
    const bytes = checked.reduce((sum, write) => sum + payloadBytes(write), 0);
    if (bytes > transactionBytes) throw invalid(`a transaction of ${bytes} bytes`);
    return { checked, keys };
  }

  /** Tries a write of a transaction. @returns what it leaves, or why it cancels the transaction. */
  #tried(write: FoundWrite): DoneWrite | Reason {
    const item = shown(write);
    if (!this.#meets(write)) return { Code: 'ConditionalCheckFailed', ...(item && { Item: item }) };
    try {
      return this.#done(write);
    } catch (error) {
      if ((error as Error).name === 'ValidationException') return { Code: 'ValidationError' };
      throw error;
    }
  }

  /** Applies all writes or none. With a token, they are applied once. */
  transact(writes: readonly (readonly [WriteKind, Write])[], token?: string): Promise<void> {
    const apply = (): Promise<void> => this.#applyAll(writes);
    if (token === undefined) return apply();
    return this.#tokens.applyOnce({ token, request: writes }, this.#scheduler, apply);
  }

  /** Applies all writes or none, and holds their items meanwhile. */
  async #applyAll(writes: readonly (readonly [WriteKind, Write])[]): Promise<void> {
    const { checked, keys } = this.#checkedAll(writes);
    const isHeld = keys.map((key) => this.#held.has(key));
    if (isHeld.includes(true))
      throw this.errors.canceled(isHeld.map((held) => ({ Code: held ? 'TransactionConflict' : 'None' })));
    for (const key of keys) this.#held.add(key);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#scheduler.after(transactionMs, resolve);
    await promise;
    for (const key of keys) this.#held.delete(key);
    const tried = checked.map((write) => this.#tried(this.#found(write)));
    const done = tried.filter((one) => 'kind' in one);
    if (done.length < tried.length)
      throw this.errors.canceled(tried.map((one) => ('Code' in one ? one : { Code: 'None' })));
    this.#apply(done);
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
      for (const item of over) this.force([['Delete', { TableName: table.name, Key: table.keyItem(item) }]]);
      table.forgetGone(this.#scheduler.now);
    }
  }
}

const shown = ({ write, found }: FoundWrite): Item | undefined =>
  write.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' ? found : undefined;

/** The bytes that a write brings into a transaction: its item, or its key and the values of its expressions. */
const payloadBytes = ({ write, bindings, item }: CheckedWrite): number =>
  item ? bytesOf(item) : itemBytes({ ...write.Key, ...bindings.values });
