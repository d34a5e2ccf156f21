/** Runs a step for every item, at most `concurrency` at a time. The first failure ends it. */
export const forEachConcurrently = async <T>(
  items: Iterable<T>,
  concurrency: number,
  step: (item: T) => Promise<void>,
): Promise<void> => {
  const rest = [...items].values();
  const work = async (): Promise<void> => {
    for (const item of rest) await step(item);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
};
