import { AsyncLocalStorage } from 'node:async_hooks';
import type { Thread } from './thread.ts';

/** The processes that wait for nothing of the outside. */
export interface BusyCount {
  busy: number;
}

/** Something that a process was told by a call, and which one it was where it failed. */
export interface Heard {
  told: string;
  failed?: string;
}

/** Something that an actor is about, and how often it tries again where that fails. */
interface Step {
  step: string;
  triesLeft?: number;
}

interface ProcessOptions {
  name: string;
  thread: Thread;
  number: number;
  random: () => number;
  skewMs: number;
  input: string | undefined;
  triesLeft: number;
}

/** A run of code of the service or of an actor: what it waits for, and whether it still lives. */
export class Process {
  readonly name: string;
  /** The thread that it belongs to. */
  readonly thread: Thread;
  /** Its number within the thread. */
  readonly number: number;
  readonly random: () => number;
  /** The difference of its clock from the world's. */
  readonly skewMs: number;
  /** The message that it was begun with. */
  readonly input: string | undefined;
  /** The number of times that it is tried again where it fails. */
  readonly triesLeft: number;
  /** The answers that it got, in order, where somebody notes them. */
  heard: readonly Heard[] = [];
  /** The things that it is about, by those that do them, where the answers so far matter no more. */
  readonly steps = new Map<string, Step>();
  /** The calls to the outside so far. */
  calls = 0;
  isDead = false;
  /** Ends it as a crash does. */
  kill: (reason: Error) => void = () => {};
  /** Calls and sleeps under way. */
  #waits = 0;
  readonly #count: BusyCount;

  constructor({ name, thread, number, random, skewMs, input, triesLeft }: ProcessOptions, count: BusyCount) {
    this.name = name;
    this.thread = thread;
    this.number = number;
    this.random = random;
    this.skewMs = skewMs;
    this.input = input;
    this.triesLeft = triesLeft;
    this.#count = count;
    count.busy += 1;
  }

  /** Notes that it waits for something more. */
  wait(): void {
    this.#waits += 1;
    if (this.#waits === 1 && !this.isDead) this.#count.busy -= 1;
  }

  /** Notes that something has come that it waited for. */
  goOn(): void {
    this.#waits -= 1;
    if (this.#waits === 0 && !this.isDead) this.#count.busy += 1;
  }

  end(): void {
    if (!this.isDead && this.#waits <= 0) this.#count.busy -= 1;
    this.isDead = true;
  }
}

const current = new AsyncLocalStorage<Process>();

/** Returns the process whose code is running. */
export const currentProcess = (): Process | undefined => current.getStore();

/**
 * Says what the process that runs is about, so that its answers so far matter no more.
 * @param who is one of those that do something in it.
 */
export const beAbout = (who: string, step: Step): void => void currentProcess()?.steps.set(who, step);

export const runAs = <T>(process: Process, work: () => T): T => current.run(process, work);
