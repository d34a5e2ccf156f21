import { createHook } from 'node:async_hooks';

const underWay = new Set<number>();

/** A handle of a compressing stream, which is made once and works at each write. */
interface Compressing {
  write(...given: unknown[]): unknown;
}

/** Notices each write of a handle. */
const noticeWrites = (id: number, handle: Compressing): void => {
  const write = handle.write.bind(handle);
  handle.write = (...given) => {
    underWay.add(id);
    return write(...given);
  };
};

const hook = createHook({
  init: (id, type, _trigger, resource) => {
    if (type === 'HASHREQUEST') underWay.add(id);
    if (type === 'ZLIB') noticeWrites(id, resource as Compressing);
  },
  before: (id) => void underWay.delete(id),
  trackPromises: false,
} as Parameters<typeof createHook>[0]);

/** Begins to notice what other threads digest for this process, as of the thumbprint of a key, and compress, as of an export. */
export const noticeRealWork = (): void => void hook.enable();

/** Whether another thread is at work whose result code waits for. */
export const isRealWorkUnderWay = (): boolean => underWay.size > 0;
