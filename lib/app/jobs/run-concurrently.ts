interface ConcurrencyLimit {
  atOnce: number;
  /** No further item is begun after it. */
  signal?: AbortSignal;
}

/**
 * Works on items, up to `atOnce` of them at a time.
 * @returns whether every item was begun; those that were begun have ended.
 * @throws the first error of `work`, after which none is begun.
 */
export const runConcurrently = async <T>(
  items: readonly T[],
  { atOnce, signal }: ConcurrencyLimit,
  work: (item: T) => Promise<void>,
): Promise<boolean> => {
  let next = 0;
  const isOver = (): boolean => signal?.aborted ?? false;
  const errors: unknown[] = [];
  const worker = async (): Promise<void> => {
    while (next < items.length && !isOver() && errors.length === 0) {
      const item = items[next++] as T;
      await work(item).catch((error: unknown) => void errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  if (errors.length > 0) throw errors[0];
  return next >= items.length;
};
