interface ConcurrencyLimit {
  atOnce: number;
  /** When it is aborted, no further item is started. */
  signal?: AbortSignal;
}

/**
 * Processes items, up to `atOnce` of them at a time.
 * @returns whether every item was started; the started ones have ended.
 * @throws the first error of `work`, after which none is started.
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
