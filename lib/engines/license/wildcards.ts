/**
 * Returns whether a text matches a pattern in which `*` stands for any text, including none. Each part is
 * matched at its first occurrence, so there is no backtracking.
 */
export const matchesWildcards = (pattern: string, text: string): boolean => {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
};
