/** The number of single-letter edits between two words, counting a swap of neighbors as one. */
const distance = (from: string, to: string): number => {
  const rows = [Array.from({ length: to.length + 1 }, (_none, at) => at)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const above = rows[i - 1] ?? [];
      const cost = from[i - 1] === to[j - 1] ? 0 : 1;
      const edits = [(above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + cost];
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwap) edits.push((rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(Math.min(...edits));
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
};

const longestWord = 40;

/** Returns the known name that is nearest to a mistyped one, if it is near enough. */
export const nearestName = (written: string, known: readonly string[]): string | undefined => {
  if (written.length < 2 || written.length > longestWord) return undefined;
  const most = Math.max(1, Math.floor(written.length / 3));
  const near = known
    .map((name) => ({ name, edits: name.startsWith(written) ? 1 : distance(written, name) }))
    .filter(({ edits }) => edits <= most)
    .toSorted((a, b) => a.edits - b.edits);
  return near[0]?.name;
};

/** Returns the question that ends an error, or nothing. */
export const suggestion = (written: string, known: readonly string[], prefix = ''): string => {
  const name = nearestName(written, known);
  return name === undefined ? '' : ` Did you mean ${prefix}${name}?`;
};
