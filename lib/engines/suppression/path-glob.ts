/** Matches one path segment with wildcards by two pointers: `*` is any text, `?` one character. */
const segmentMatches = (pattern: string, name: string): boolean => {
  let p = 0;
  let star = -1;
  let resume = 0;
  for (let n = 0; n < name.length;) {
    if (p < pattern.length && pattern[p] !== '*' && (pattern[p] === '?' || pattern[p] === name[n])) {
      p += 1;
      n += 1;
    } else if (pattern[p] === '*') {
      star = p;
      p += 1;
      resume = n;
    } else if (star !== -1) {
      p = star + 1;
      resume += 1;
      n = resume;
    } else return false;
  }
  while (pattern[p] === '*') p += 1;
  return p === pattern.length;
};

/** Matches segments, where `**` is any number of them; a pattern that matches a directory covers everything below. */
const segmentsMatch = (pattern: readonly string[], path: readonly string[], fileToo: boolean): boolean => {
  let p = 0;
  let star = -1;
  let resume = 0;
  for (let n = 0; n < path.length;) {
    const part = pattern[p];
    if (part === '**') {
      star = p;
      p += 1;
      resume = n;
    } else if (part !== undefined && segmentMatches(part, path[n]!)) {
      p += 1;
      n += 1;
      if (p === pattern.length && (fileToo || n < path.length)) return true;
    } else if (star !== -1) {
      p = star + 1;
      resume += 1;
      n = resume;
    } else return false;
  }
  return pattern.slice(p).every((part) => part === '**') && fileToo;
};

/**
 * Returns whether a path pattern in the style of `.gitignore` covers a file: without an inner slash it names a file
 * or directory at any depth, with one it starts at the root; a trailing slash means directories only. The work is
 * bounded by the product of both lengths. Character classes are not supported.
 */
export const globMatches = (glob: string, path: string): boolean => {
  const trimmed = glob.replace(/^\//, '').replace(/\/$/, '');
  if (trimmed === '') return false;
  const parts = trimmed.split('/');
  const anchored = glob.startsWith('/') || parts.length > 1;
  const pattern = anchored ? parts : ['**', ...parts];
  return segmentsMatch(pattern, path.split('/'), !glob.endsWith('/'));
};
