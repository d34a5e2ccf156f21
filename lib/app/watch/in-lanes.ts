/** Runs a step for every item, at most `lanes` at a time. The first failure ends it. */
export const inLanes = async <T>(
  items: Iterable<T>,
  lanes: number,
  step: (item: T) => Promise<void>,
): Promise<void> => {
  const rest = [...items].values();
  const lane = async (): Promise<void> => {
    for (const item of rest) await step(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};
