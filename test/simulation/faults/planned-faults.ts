import { readsInParts, type FaultSource, type OutsideCall } from '../cloud/boundary.ts';
import type { Process } from '../scheduler/process.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { faultKinds, faultMs, type FaultKind } from './fault-kinds.ts';

/**
 * A fault of the n-th call that runs of a function make, of the n-th message to it, or of its n-th run. Those of one thread are
 * counted, where one is named, and else all.
 */
export interface PlannedFault {
  counted: Counted;
  /** The function, with the name of the thread and a slash before it where only that thread is meant. */
  name: string;
  call: number;
  kind: FaultKind;
}

type Counted = 'call' | 'message' | 'run';

const ofMessages: readonly FaultKind[] = ['lost', 'dead_letter'];
const ofRuns: readonly FaultKind[] = ['clock_ahead', 'clock_behind'];

/** The things of which a fault is counted: those of messages have a name that begins with `to-`, or a kind that only they have. */
const countedOf = (name: string, kind: FaultKind): Counted => {
  if (/(?:^|\/)to-/.test(name) || ofMessages.includes(kind)) return 'message';
  return ofRuns.includes(kind) ? 'run' : 'call';
};

/** Reads `function:call:kind`, `to-function:message:kind` or `thread/function:call:kind`, several with commas between them. */
export const readPlannedFaults = (text: string): PlannedFault[] =>
  text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', call = '', given = ''] = part.split(':');
      const kind = faultKinds.find((one) => one === given);
      if (!kind || !(Number(call) >= 1)) throw new Error(`not a fault: ${part}`);
      const counted = countedOf(name, kind);
      return { counted, name: name.replace(/(^|\/)to-/, '$1'), call: Number(call), kind };
    });

/** Whether a fault can happen to a call: some kinds are those of some operations. */
const isPossible = (kind: FaultKind, { operation, to }: OutsideCall): boolean => {
  if (kind === 'in_progress') return operation === 'TransactWrite';
  if (kind === 'partial') return readsInParts.has(operation);
  if (kind === 'poison') return operation === 'GetObject';
  return to !== undefined || !ofMessages.includes(kind);
};

/** Makes planned faults, and leaves everything else to chance. */
export class PlannedFaults implements FaultSource {
  readonly #scheduler: Scheduler;
  readonly #chance: FaultSource & { isOn: boolean };
  readonly #planned: ReadonlyMap<string, PlannedFault[]>;
  readonly #counts = new Map<string, number>();
  /** The threads for which nothing answers, and until when. */
  readonly #silent = new Map<string, number>();
  /** The planned faults that were made, by kind. */
  readonly made = new Map<FaultKind, number>();

  constructor(
    planned: readonly PlannedFault[],
    scheduler: Scheduler,
    chance: FaultSource & { isOn: boolean },
  ) {
    this.#planned = Map.groupBy(planned, ({ counted, name }) => `${counted} ${name}`);
    this.#scheduler = scheduler;
    this.#chance = chance;
  }

  #find(counted: string): FaultKind | undefined {
    const planned = this.#planned.get(counted);
    if (!planned) return undefined;
    const count = (this.#counts.get(counted) ?? 0) + 1;
    this.#counts.set(counted, count);
    return planned.find(({ call }) => call === count)?.kind;
  }

  /** Finds the fault of the next call, message or run of a function. */
  #next(counted: Counted, name: string): FaultKind | undefined {
    if (this.#planned.size === 0 || !this.#chance.isOn) return undefined;
    const ofThread = this.#find(`${counted} ${this.#scheduler.thread.name}/${name}`);
    return this.#find(`${counted} ${name}`) ?? ofThread;
  }

  #count(kind: FaultKind): FaultKind {
    this.made.set(kind, (this.made.get(kind) ?? 0) + 1);
    return kind;
  }

  /** The planned fault of a call or of a message. */
  #planFor(call: OutsideCall, process: Process | undefined): FaultKind | undefined {
    const { to } = call;
    const name = to ?? process?.name;
    const kind = name === undefined ? undefined : this.#next(to === undefined ? 'call' : 'message', name);
    return kind !== undefined && isPossible(kind, call) ? this.#count(kind) : undefined;
  }

  next(call: OutsideCall, process: Process | undefined, now: number): FaultKind | undefined {
    const { to } = call;
    const kind = this.#planFor(call, process);
    const thread = this.#scheduler.thread.name;
    if (kind === 'silence') this.#silent.set(thread, now + faultMs);
    if (to === undefined && this.isSilentFor(thread, now)) return 'silence';
    return kind ?? this.#chance.next(call, process, now);
  }

  /** Whether nothing answers a thread at an instant. */
  isSilentFor(thread: string, now: number): boolean {
    return now < (this.#silent.get(thread) ?? 0);
  }

  skewOf(name: string): number {
    const kind = this.#next('run', name);
    const chance = this.#chance.skewOf(name);
    if (kind === undefined) return chance;
    return this.#count(kind) === 'clock_ahead' ? faultMs : -faultMs;
  }
}
