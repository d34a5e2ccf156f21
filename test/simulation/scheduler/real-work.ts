import { createHook } from 'node:async_hooks';

const underWay = new Set<number>();

const hook = createHook({
  init: (id, type) => {
    if (type === 'HASHREQUEST') underWay.add(id);
  },
  before: (id) => void underWay.delete(id),
  trackPromises: false,
} as Parameters<typeof createHook>[0]);

/** Begins to notice what other threads digest for this process, as of the thumbprint of a key. */
export const noticeRealWork = (): void => void hook.enable();

/** Whether another thread is at work whose result code waits for. */
export const isRealWorkUnderWay = (): boolean => underWay.size > 0;
