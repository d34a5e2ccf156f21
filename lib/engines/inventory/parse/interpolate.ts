const maxReplacements = 100;
const longestResult = 1000;

/**
 * `a-${b}` with every property replaced, those inside of replacements too. Undefined when one is unknown, or when
 * they lead in a circle or grow without end.
 */
export const interpolate = (
  text: string,
  lookup: (name: string) => string | undefined,
  [opener, closer]: readonly [string, string] = ['${', '}'],
): string | undefined => {
  let current = text;
  for (let count = 0; count <= maxReplacements; count += 1) {
    const start = current.indexOf(opener);
    if (start === -1) return current;
    const end = current.indexOf(closer, start);
    const value = end === -1 ? undefined : lookup(current.slice(start + opener.length, end));
    if (value === undefined) return undefined;
    current = current.slice(0, start) + value + current.slice(end + closer.length);
    if (current.length > longestResult) return undefined;
  }
  return undefined;
};
