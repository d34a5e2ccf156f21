import type { Thread } from './thread.ts';

let threadNow: () => Thread | undefined = () => undefined;
/** The names of the threads that ids were made in. */
export const threadsOfIds = new Map<string, string>();

/** Lets ids be made of the chance of the thread that needs them. */
export const makeIdsIn = (thread: () => Thread): void => {
  threadNow = thread;
};

/** Makes bytes of the chance of the thread that runs. */
export const bytesOfThread = (count: number): Buffer => {
  const random = threadNow()?.randomOfIds ?? Math.random;
  return Buffer.from(Array.from({ length: count }, () => Math.floor(random() * 256)));
};

/** Notes the thread in which an id was made. */
export const noteId = (id: string): void => void threadsOfIds.set(id, threadNow()?.name ?? '');
