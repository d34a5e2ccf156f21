import { AsyncLocalStorage } from 'node:async_hooks';
import type { Thread } from './thread.ts';

/** A run of code of the service or of an actor: what it waits for, and whether it still lives. */
export interface Process {
  name: string;
  /** The thread that it belongs to. */
  thread: Thread;
  /** Its number within the thread. */
  number: number;
  random: () => number;
  /** The difference of its clock from the world's. */
  skewMs: number;
  /** The calls to the outside so far. */
  calls: number;
  /** Calls and sleeps under way. */
  waits: number;
  isDead: boolean;
  /** Ends it as a crash does. */
  kill: (reason: Error) => void;
}

const current = new AsyncLocalStorage<Process>();

/** Returns the process whose code is running. */
export const currentProcess = (): Process | undefined => current.getStore();

export const runAs = <T>(process: Process, work: () => T): T => current.run(process, work);
