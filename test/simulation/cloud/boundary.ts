import { currentProcess, type Process } from '../scheduler/process.ts';
import { Crashed, type Scheduler } from '../scheduler/scheduler.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import { throttledCall } from './database/throttled.ts';
import { inProgress } from './database/transaction-tokens.ts';

/** A call of a process to the outside. */
export interface OutsideCall {
  /** The service that is called, as `dynamodb` or `stripe`. */
  service: string;
  operation: string;
  /** Whether it may change anything. */
  isWrite: boolean;
  /** The request that it makes. */
  input?: unknown;
  /** The function to which it is a message. */
  to?: string;
}

/** The end of a call: its answer or an error, and the process that gets it. */
export interface Outcome {
  process: Process | undefined;
  error?: Error;
  value?: unknown;
}

/** Decides what goes wrong. */
export interface FaultSource {
  next(call: OutsideCall, process: Process | undefined, now: number): FaultKind | undefined;
  /** By how much the clock of the next run of a function is wrong, in milliseconds. */
  skewOf(name: string): number;
}

/** The reads that may be answered in parts. */
export const readsInParts: ReadonlySet<string> = new Set(['Query', 'BatchGet', 'ListObjectsV2']);

const fault = (name: string, fields: object): Error =>
  Object.assign(new Error(`${name} in the simulation`), { name, ...fields });

const throttled = (): Error =>
  fault('ThrottlingException', { $fault: 'client', $retryable: { throttling: true } });
const unanswered = (): Error => fault('TimeoutError', { $metadata: {} });

/** The shortest and the usual duration of a call, in milliseconds, by service. */
const durations: Record<string, readonly [least: number, more: number]> = {
  dynamodb: [2, 8],
  s3: [10, 40],
  kms: [5, 10],
  stripe: [80, 400],
  git: [50, 900],
  receiver: [20, 500],
  tracker: [80, 400],
};
const usual = [3, 20] as const;
const longDelayMs = 45_000;

/** Does what was asked for, with a fault that concerns the answer. */
type Execute<T> = (kind: FaultKind | undefined) => T | Promise<T>;

/** Counts of calls, by service and operation. */
export type CallCounts = Map<string, number>;

/** The one place where processes and the outside meet, so that everything that can go wrong between them is here. */
export class Boundary {
  readonly counts: CallCounts = new Map();
  readonly faultsMade = new Map<string, number>();
  /** Is called with each fault. */
  onFault: (call: OutsideCall, kind: FaultKind) => void = () => {};
  /** Is called with each call, and then with its outcome. */
  onCall: (call: OutsideCall) => void = () => {};
  onOutcome: (call: OutsideCall, outcome: Outcome) => void = () => {};
  /** The time after which whoever calls is told that there is no answer, while the outside goes on. */
  limitOf: (call: OutsideCall) => number | undefined = () => undefined;
  readonly #scheduler: Scheduler;
  readonly #faults: FaultSource;

  constructor(scheduler: Scheduler, faults: FaultSource) {
    this.#scheduler = scheduler;
    this.#faults = faults;
  }

  #durationOf({ service }: OutsideCall, kind: FaultKind | undefined): number {
    const [least, more] = durations[service] ?? usual;
    const took = least + this.#scheduler.draw(more);
    return kind === 'delay' ? took + this.#scheduler.draw(longDelayMs) : took;
  }

  #count(call: OutsideCall, kind: FaultKind | undefined): void {
    const name = `${call.service} ${call.operation}`;
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    if (!kind) return;
    this.onFault(call, kind);
    const made = `${kind} ${call.service}`;
    this.faultsMade.set(made, (this.faultsMade.get(made) ?? 0) + 1);
  }

  /** Calls the outside, which takes its time and may fail. @param execute is what the outside does when the call arrives. */
  call<T>(call: OutsideCall, execute: Execute<T>): Promise<T> {
    const process = currentProcess();
    // A process that was cut off no longer reaches anything.
    if (process?.isDead) return Promise.reject(new Crashed('called after its end'));
    if (process) {
      process.calls += 1;
      process.wait();
    }
    const kind = this.#faults.next(call, process, this.#scheduler.now);
    this.#count(call, kind);
    this.onCall(call);
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const cutOff = (when: string): void => {
      const crash = new Crashed(`crashed ${when} a call`);
      process?.kill(crash);
      // Another process may wait for the same answer, as for a key that a module keeps.
      reject(crash);
    };
    const answer = (act: () => void): void => {
      if (process?.isDead) return cutOff('during');
      process?.goOn();
      act();
    };
    const fail = (error: Error): void => {
      this.onOutcome(call, { process, error });
      answer(() => reject(error));
    };
    const arrive = (): void => {
      if (kind === 'crash_before') return cutOff('before');
      if (kind === 'throttle') return fail(this.#throttled(call));
      if (kind === 'silence') return fail(unanswered());
      const done = this.#within(this.limitOf(call), this.#execute(kind, execute));
      const after = (value: T): void => {
        if (kind === 'crash_after') return cutOff('after');
        if (kind === 'timeout_after') return fail(unanswered());
        if (kind === 'in_progress' && call.operation === 'TransactWrite') return fail(inProgress());
        this.onOutcome(call, { process, value });
        answer(() => resolve(value));
      };
      done.then(after, (error: unknown) => fail(error as Error));
    };
    this.#scheduler.after(this.#durationOf(call, kind), arrive, {
      text: `${call.service} ${call.operation}`,
      input: call.input,
    });
    return promise;
  }

  /** The refusal of a call as the service sends it when it is asked for too much. */
  #throttled(call: OutsideCall): Error {
    if (call.service !== 'dynamodb') return throttled();
    return throttledCall(call, (below) => this.#scheduler.draw(below));
  }

  /** Answers as something does, unless it takes too long. */
  #within<T>(limitMs: number | undefined, done: Promise<T>): Promise<T> {
    if (limitMs === undefined) return done;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const lift = this.#scheduler.limit(limitMs, () => reject(unanswered()));
    void done.finally(lift).then(resolve, reject);
    return promise;
  }

  async #execute<T>(kind: FaultKind | undefined, execute: Execute<T>): Promise<T> {
    const first = await execute(kind);
    return kind === 'twice' ? execute(undefined) : first;
  }
}
