import { dayMs, hourMs } from '@scangate/domain/instant';
import type { Process } from '../scheduler/process.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { Database } from './database/database.ts';
import type { BatchInput } from './database/answer.ts';
import { rangeOf, type QueryInput } from './database/query.ts';
import type { Item } from './database/values.ts';

/** Everything that a run of a scheduled function read. */
interface Trace {
  process: Process;
  beganAt: number;
  queries: QueryInput[];
  /** The partitions of which it read rows, with their versions. */
  partitions: Map<string, { table: string; hash: string; version: number }>;
  /** Whether it found more to do, wrote or called anything, or a call of it failed. */
  isBusy: boolean;
  /** The calls without an answer: a process that died in one read less than it wanted. */
  open: number;
  /** The commits of the database when nothing was found for the last time. */
  commits: number;
  /** The instant from which on something may be found though nothing is committed. */
  until: number;
}

interface Answered {
  service: string;
  operation: string;
  input: unknown;
  /** Nothing for a call that failed. */
  answer?: unknown;
}

/** The longest that a schedule rests whose last run found nothing: one that read lists alone, and one that read some rows. */
interface LongestRests {
  ofListsMs: number;
  ofReadersMs: number;
}

/** In a run of years, and in one of days, where faults meet schedules that find nothing, too. */
const restsOfYears: LongestRests = { ofListsMs: dayMs, ofReadersMs: 6 * hourMs };
const restsOfDays: LongestRests = { ofListsMs: hourMs, ofReadersMs: 0 };
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/;

const instantOf = (text: string | undefined): number => {
  const found = text === undefined ? null : instant.exec(text);
  return found ? Date.parse(found[0]) : NaN;
};

/** Moves the instants among the values of a query by the time that has passed. */
const moved = (input: QueryInput, byMs: number): QueryInput => {
  const values = Object.entries(input.ExpressionAttributeValues ?? {}).map(([name, value]) => {
    const at = instantOf(typeof value === 'string' ? value : undefined);
    return [name, Number.isNaN(at) ? value : new Date(at + byMs).toISOString()];
  });
  return { ...input, ExpressionAttributeValues: Object.fromEntries(values) as Item };
};

/**
 * Knows which schedules have nothing to do: the last run only asked the database, found nothing, and would find nothing
 * now. Idle minutes so cost nothing.
 */
export class IdleSchedules {
  readonly #database: Database;
  readonly #scheduler: Scheduler;
  readonly #longest: LongestRests;
  /** Runs of one function may overlap, as where its message comes twice. */
  readonly #traces = new WeakMap<Process, Trace>();
  /** The runs that began last. */
  readonly #last = new Map<string, Trace>();

  constructor(database: Database, scheduler: Scheduler, isLong: boolean) {
    this.#database = database;
    this.#scheduler = scheduler;
    this.#longest = isLong ? restsOfYears : restsOfDays;
  }

  #traceOf(process: Process): Trace {
    const found = this.#traces.get(process);
    if (found) return found;
    const beganAt = this.#scheduler.now;
    const trace: Trace = {
      process,
      beganAt,
      queries: [],
      partitions: new Map(),
      isBusy: false,
      open: 0,
      commits: -1,
      until: beganAt,
    };
    this.#traces.set(process, trace);
    this.#last.set(process.name, trace);
    return trace;
  }

  /** Notes that a process calls. */
  begin(process: Process): void {
    this.#traceOf(process).open += 1;
  }

  /** Notes the answer to a call of a process. */
  note(process: Process, { service, operation, input, answer }: Answered): void {
    const trace = this.#traceOf(process);
    trace.open -= 1;
    if (trace.isBusy || service === 'ssm') return;
    if (service !== 'dynamodb' || answer === undefined) return void (trace.isBusy = true);
    const items = (answer as { Items?: unknown[] } | undefined)?.Items;
    if (operation === 'Query' && items?.length === 0) trace.queries.push(input as QueryInput);
    else if (operation === 'Get') this.#noteRead(trace, input as { TableName: string; Key: Item });
    else if (operation === 'BatchGet') this.#noteReads(trace, input as BatchInput);
    else trace.isBusy = true;
  }

  #noteReads(trace: Trace, { RequestItems }: BatchInput): void {
    for (const [TableName, { Keys }] of Object.entries(RequestItems))
      for (const Key of Keys) this.#noteRead(trace, { TableName, Key });
  }

  #noteRead({ partitions }: Trace, { TableName, Key }: { TableName: string; Key: Item }): void {
    const table = this.#database.table(TableName);
    const [hash] = table.keyOf(Key);
    const name = `${TableName} ${hash}`;
    if (!partitions.has(name))
      partitions.set(name, { table: TableName, hash, version: table.versionOf(hash) });
  }

  #isUnchanged({ partitions }: Trace): boolean {
    return [...partitions.values()].every(
      ({ table, hash, version }) => this.#database.table(table).versionOf(hash) === version,
    );
  }

  /** Whether a query finds nothing now; notes until when that stays so. */
  #isEmpty(query: QueryInput, trace: Trace): boolean {
    const { now } = this.#scheduler;
    const table = this.#database.table(query.TableName);
    const { found, beyond, through, isSettled } = rangeOf(table, moved(query, now - trace.beganAt), now);
    if (found) return false;
    if (!isSettled) trace.commits = -1;
    if (beyond === undefined) return true;
    const leftMs = instantOf(beyond) - instantOf(through);
    trace.until = Math.min(trace.until, Number.isNaN(leftMs) ? now : now + leftMs);
    return true;
  }

  /** Whether a run of a function would find nothing at this instant. */
  isIdle(name: string): boolean {
    const trace = this.#last.get(name);
    const { now } = this.#scheduler;
    if (!trace?.process.isDead || trace.isBusy || trace.open > 0) return false;
    const { ofListsMs, ofReadersMs } = this.#longest;
    const longest = trace.partitions.size > 0 ? ofReadersMs : ofListsMs;
    if (now - trace.beganAt >= longest) return false;
    const { commits } = this.#database;
    if (trace.commits === commits && now < trace.until) return true;
    trace.commits = commits;
    trace.until = Infinity;
    const isIdle = this.#isUnchanged(trace) && trace.queries.every((query) => this.#isEmpty(query, trace));
    // Whoever is called now may be lost, and is called again.
    if (!isIdle) this.#last.delete(name);
    return isIdle;
  }
}
