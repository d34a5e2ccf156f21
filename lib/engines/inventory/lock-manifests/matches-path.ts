const matchesPart = (pattern: string, part: string): boolean => {
  const at = pattern.indexOf('*');
  if (at === -1) return part === pattern;
  const [before, after] = [pattern.slice(0, at), pattern.slice(at + 1)];
  return part.length >= before.length + after.length && part.startsWith(before) && part.endsWith(after);
};

/** Returns whether a path is what a pattern means, in which `*` is anything within one part of the path. */
export const matchesPath = (pattern: string, path: string): boolean => {
  const [wanted, parts] = [pattern.split('/'), path.split('/')];
  return wanted.length === parts.length && wanted.every((part, at) => matchesPart(part, parts[at] ?? ''));
};
