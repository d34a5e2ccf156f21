const maxReplacements = 100;
const longestResult = 1000;

/**
 * Replaces every `${property}`, also inside replacements.
 * @returns undefined when a property is unknown, or when replacements form a cycle or grow without bound.
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
