/**
 * Orders commits so that each comes after its parents, and a merged branch after the history into which it was
 * merged. Parents that are not among the commits are ignored.
 * @param parents of each commit.
 */
export const parentsFirst = (
  commits: Iterable<string>,
  parents: ReadonlyMap<string, readonly string[]>,
): string[] => {
  const of = new Set(commits);
  const ordered: string[] = [];
  const entered = new Set<string>();
  for (const start of of) {
    const open = [start];
    for (let next = open.at(-1); next !== undefined; next = open.at(-1)) {
      const isBack = entered.has(next);
      entered.add(next);
      const waiting = isBack ? [] : (parents.get(next) ?? []).filter((id) => of.has(id) && !entered.has(id));
      if (waiting.length > 0) {
        for (const id of waiting.toReversed()) open.push(id);
        continue;
      }
      open.pop();
      if (of.delete(next)) ordered.push(next);
    }
  }
  return ordered;
};
