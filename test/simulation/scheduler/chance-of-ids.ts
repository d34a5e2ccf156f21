import type { Thread } from './thread.ts';

let threadNow: () => Thread | undefined = () => undefined;
/** The names of the threads that ids were made in. */
export const threadsOfIds = new Map<string, string>();

/** Lets ids be made of the chance of the thread that needs them. */
export const makeIdsIn = (thread: () => Thread): void => {
  threadNow = thread;
};

/** Makes bytes of the chance of the thread that runs, and of no other one. */
export const bytesForOthers = (count: number): Buffer => {
  const random = threadNow()?.randomOfOthers ?? Math.random;
  return Buffer.from(Array.from({ length: count }, () => Math.floor(random() * 256)));
};

/** Makes bytes of the chance of the thread that runs; threads of the same chance get others, and know them by their ends. */
export const bytesOfThread = (count: number): Buffer => {
  const { randomOfIds: random = Math.random, salt = 0 } = threadNow() ?? {};
  const bytes = Buffer.from(Array.from({ length: count }, () => Math.floor(random() * 256)));
  // The first bytes of an id are an instant, and by the last ones some things are chosen.
  for (let byte = 0; byte < 4; byte += 1) {
    const place = Math.min(9, Math.max(0, count - 6)) + byte;
    if (place < count) bytes[place] = (bytes[place] ?? 0) ^ ((salt >>> (8 * byte)) & 0xff);
  }
  return bytes;
};

/** Notes the thread in which an id was made. */
export const noteId = (id: string): void => void threadsOfIds.set(id, threadNow()?.name ?? '');
