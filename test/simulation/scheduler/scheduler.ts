import { isRealWorkUnderWay } from './real-work.ts';
import { EventQueue, type Planned, type PlannedWhat } from './queue.ts';
import { currentProcess, Process, runAs, type BusyCount } from './process.ts';
import { chanceOf, lazily, newThread, type Thread } from './thread.ts';

/** Held before anybody replaces it by time that is simulated. */
const nextTurn = globalThis.setImmediate;
const { nextTick } = process;
const realTimeout = globalThis.setTimeout;

/** The plan to end something that takes too long. */
const limitOf: PlannedWhat = { text: 'limit' };

/** Real turns of the event loop that code may take for work of other threads, as of compression, between two calls. */
const patience = 2_000;
/** The turns after which code that still runs waits for what another process asked for. */
const quickTurns = 6;

/** A process was cut off. */
export class Crashed extends Error {
  override readonly name = 'Runtime.ExitError';
}

/** A function ran into its timeout. */
export class TimedOut extends Error {
  override readonly name = 'Sandbox.Timedout';
}

export interface ProcessStart {
  name: string;
  skewMs?: number;
  /** The message that it is begun with, and how often it is tried again. */
  input?: string;
  triesLeft?: number;
  /** The time after which it is cut off. */
  limitMs?: number | undefined;
}

/**
 * Time and order of the world. What happens next is the planned event with the least instant; the seed decides how long
 * everything takes, and so the order. Between two events all code runs until it waits for the outside.
 */
export class Scheduler {
  /** Milliseconds since the epoch. */
  now: number;
  /** The events that happened. */
  events = 0;
  /** Is called after each event. */
  afterEvent: () => void = () => {};
  readonly #queue = new EventQueue();
  readonly #running = new Set<Process>();
  readonly #count: BusyCount = { busy: 0 };
  #order = 0;
  #failure: Error | undefined;
  readonly #seed: number;
  readonly #root: Thread;
  #thread: Thread;
  #cause = 'the world';

  constructor(seed: number, startAt: number) {
    this.#seed = seed;
    this.#root = newThread(seed, 'world');
    this.#thread = this.#root;
    this.now = startAt;
  }

  /** The thread whose code is running. */
  get thread(): Thread {
    return currentProcess()?.thread ?? this.#thread;
  }

  /** The name of the process that runs, or that caused what runs. */
  get cause(): string {
    return currentProcess()?.name ?? this.#cause;
  }

  /** Draws from the chance of the process that is running, or of its thread. */
  readonly random = (): number => (currentProcess() ?? this.#thread).random();

  /** Returns a number from 0 up to 1 that follows from the seed and a name alone. */
  chanceFor(name: string): number {
    return chanceOf(this.#seed, name)();
  }

  /** Begins a thread, whose name no other one has. @param like names the one whose chance it shares. */
  begin(name: string, run: () => void, like = name): void {
    this.continue(newThread(this.#seed, name, like), run);
  }

  /** Goes on with a thread. */
  continue(thread: Thread, run: () => void): void {
    const before = this.#thread;
    this.#thread = thread;
    run();
    this.#thread = before;
  }

  /** The names of processes that have not ended. */
  get running(): string[] {
    return [...this.#running].map(({ name }) => name);
  }

  /** Draws a whole number from 0 up to, but not including, `below`. */
  draw(below: number): number {
    return Math.floor(this.random() * below);
  }

  pick<T>(from: readonly T[]): T {
    const found = from[this.draw(from.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }

  /** Ends the run with an error that no process may handle. */
  fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error));
  }

  throwIfFailed(): void {
    if (this.#failure) throw this.#failure;
  }

  /**
   * Runs a callback at an instant; one that returns false did nothing.
   * @param what says what it is and how often it is tried again, to those who compare states.
   * @returns a function that cancels it.
   */
  at(dueAt: number, run: () => unknown, what?: PlannedWhat): () => void {
    const process = currentProcess();
    const { thread = this.#thread, name: cause = this.#cause } = process ?? {};
    const at = Math.max(dueAt, this.now);
    const planned: Planned = { at, order: this.#order++, thread, cause, process, what, run };
    this.#queue.push(planned);
    return () => void (planned.run = undefined);
  }

  after(delayMs: number, run: () => unknown, what?: PlannedWhat): () => void {
    return this.at(this.now + delayMs, run, what);
  }

  /**
   * Ends something that takes too long. Where it ends in time, as nearly always, the limit is no event and no part of a state.
   * @returns a function that lifts the limit.
   */
  limit(limitMs: number, run: () => unknown): () => void {
    return this.after(limitMs, run, limitOf);
  }

  /** Finds everything that is planned for a thread. */
  plannedFor(thread: Thread): Planned[] {
    return [...this.#queue.values()].filter(
      (planned) => planned.thread === thread && planned.run && planned.what !== limitOf,
    );
  }

  /** The processes of a thread that have not ended. */
  runningFor(thread: Thread): Process[] {
    return [...this.#running].filter((process) => process.thread === thread);
  }

  /** Lets the running process wait. @throws Crashed in one that died meanwhile. */
  sleep(delayMs: number): Promise<void> {
    const process = currentProcess();
    process?.wait();
    return new Promise((resolve, reject) => {
      this.after(delayMs, () => {
        if (process?.isDead) return reject(new Crashed('slept after its end'));
        process?.goOn();
        resolve();
      });
    });
  }

  /** Starts a process, and tells how it ended. */
  start<T>(
    { name, skewMs = 0, input, triesLeft = 0, limitMs }: ProcessStart,
    work: () => Promise<T>,
  ): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const { thread } = this;
    const number = ++thread.processes;
    const random = lazily(() => chanceOf(this.#seed, `${thread.like}/${number}`));
    const process = new Process({ name, thread, number, random, skewMs, input, triesLeft }, this.#count);
    let lift = (): void => {};
    const end = (): void => {
      lift();
      process.end();
      this.#running.delete(process);
    };
    process.kill = (reason) => {
      if (process.isDead) return;
      end();
      reject(reason);
    };
    if (limitMs !== undefined)
      lift = this.limit(limitMs, () => process.kill(new TimedOut(`cut off after ${limitMs} ms`)));
    this.#running.add(process);
    void runAs(process, work).finally(end).then(resolve, reject);
    return promise;
  }

  /** Cuts processes off, by their names. */
  cutOff(isMeant: (name: string) => boolean, reason: string): void {
    for (const process of this.#running) if (isMeant(process.name)) process.kill(new Crashed(reason));
  }

  /** Whether a process runs that waits for nothing of the outside. It may wait for another process all the same. */
  get #isBusy(): boolean {
    return this.#count.busy > 0;
  }

  /** Runs code until every process waits or has ended. */
  async #settle(): Promise<void> {
    // Most code waits again as soon as everything that is promised is done, before other parts of the process have a turn.
    await new Promise<void>((resolve) => void nextTick(resolve));
    if (this.#failure) throw this.#failure;
    if (!this.#isBusy && !isRealWorkUnderWay()) return;
    for (let [turns, quick] = [0, 0]; ; turns += 1) {
      await new Promise<void>((resolve) => void nextTurn(resolve));
      if (this.#failure) throw this.#failure;
      const isWorking = isRealWorkUnderWay();
      if (!this.#isBusy && !isWorking) return;
      // Code goes on after the work of another thread, and needs its turns from then on.
      quick = isWorking ? 0 : quick + 1;
      if (quick > quickTurns + 1) return;
      if (isWorking) await new Promise<void>((resolve) => void realTimeout(resolve, 1));
      if (turns > patience) throw new Error('another thread works for too long');
    }
  }

  /** Lets everything happen up to an instant, or until nothing is planned. */
  async runUntil(end: number): Promise<void> {
    await this.#settle();
    for (let next = this.#queue.peek(); next && next.at <= end; next = this.#queue.peek()) {
      this.#queue.pop();
      this.now = Math.max(this.now, next.at);
      if (!next.run) continue;
      this.events += 1;
      this.#thread = next.thread;
      this.#cause = next.cause;
      if (next.run() === false) continue;
      await this.#settle();
      this.afterEvent();
    }
    this.#thread = this.#root;
    this.now = Math.max(this.now, end);
  }
}
