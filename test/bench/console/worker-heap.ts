import type { CDPSession } from 'playwright-core';

/** The size of a heap at a moment, with garbage that is not collected yet. */
interface HeapUsage {
  usedSize: number;
  /** Of buffers, which lie beside the heap. */
  backingStorageSize?: number;
}

interface Reply {
  id: number;
  result?: HeapUsage;
}

/**
 * Attaches to the workers that a page starts. @returns a reader of the heap of the last one; undefined
 * without an answer.
 */
export const watchWorkerHeap = async (session: CDPSession): Promise<() => Promise<HeapUsage | undefined>> => {
  let worker: string | undefined;
  let asked = 0;
  const waiting = new Map<number, (usage: HeapUsage | undefined) => void>();
  const answer = (id: number, usage: HeapUsage | undefined): void => {
    waiting.get(id)?.(usage);
    waiting.delete(id);
  };
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker') worker = sessionId;
  });
  session.on('Target.detachedFromTarget', () => {
    worker = undefined;
    for (const id of waiting.keys()) answer(id, undefined);
  });
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as Reply;
    answer(id, result);
  });
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  return async () => {
    if (worker === undefined) return undefined;
    const id = ++asked;
    const usage = new Promise<HeapUsage | undefined>((resolve) => void waiting.set(id, resolve));
    const message = JSON.stringify({ id, method: 'Runtime.getHeapUsage' });
    await session
      .send('Target.sendMessageToTarget', { sessionId: worker, message })
      .catch(() => answer(id, undefined));
    return usage;
  };
};
