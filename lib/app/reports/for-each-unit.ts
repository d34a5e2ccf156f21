/** The number of objects that are read concurrently: a function has few sockets, and each object may have megabytes. */
const atOnce = 8;

/**
 * Processes each unit, a few at a time.
 * @returns the results in the order of the units.
 * @throws the first failure, after units in progress have ended
 */
export const forEachUnit = async <Unit, Result>(
  units: readonly Unit[],
  act: (unit: Unit) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (let at = 0; at < units.length; at += atOnce) {
    const settled = await Promise.allSettled(units.slice(at, at + atOnce).map(act));
    for (const each of settled) {
      if (each.status === 'rejected') throw each.reason;
      results.push(each.value);
    }
  }
  return results;
};
