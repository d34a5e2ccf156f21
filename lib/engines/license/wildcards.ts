/**
 * Whether a text fits a pattern in which `*` stands for any text, also none. Each part is sought where it first fits,
 * so that no pattern makes it try again.
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
