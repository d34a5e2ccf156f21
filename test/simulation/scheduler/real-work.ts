import { createHook } from 'node:async_hooks';

const underWay = new Set<number>();

/** A handle of a compressing stream, which is made once and works at each write. */
interface Compressing {
  write(...given: unknown[]): unknown;
}

/** A digest or a signature that is made or verified, at once or by another thread. */
interface CryptographicJob {
  /** Returns a list of an error and a result where it is done at once. */
  run(...given: unknown[]): unknown;
}

/** Notices each write of a handle. */
const noticeWrites = (id: number, handle: Compressing): void => {
  const write = handle.write.bind(handle);
  handle.write = (...given) => {
    underWay.add(id);
    return write(...given);
  };
};

const noticeRun = (id: number, job: CryptographicJob): void => {
  const run = job.run.bind(job);
  job.run = (...given) => {
    const done = run(...given);
    if (!Array.isArray(done)) underWay.add(id);
    return done;
  };
};

const hook = createHook({
  init: (id, type, _trigger, resource) => {
    if (type === 'HASHREQUEST' || type === 'SIGNREQUEST') noticeRun(id, resource as CryptographicJob);
    if (type === 'ZLIB') noticeWrites(id, resource as Compressing);
  },
  before: (id) => void underWay.delete(id),
  trackPromises: false,
} as Parameters<typeof createHook>[0]);

/**
 * Begins to notice what other threads do for this process: digests, as of the thumbprint of a key, signatures, as of the token
 * of a sign-in, and compression, as of an export.
 */
export const noticeRealWork = (): void => void hook.enable();

/** Whether another thread is at work whose result code waits for. */
export const isRealWorkUnderWay = (): boolean => underWay.size > 0;
