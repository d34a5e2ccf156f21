/** A group that consists of one repeated character or class. */
const repeatedOnce = /^(?:\?:)?(?:\[[^\]]{1,60}\]|\\[wdsWDS]|[\w.])[+*]$/;
const longest = 2000;

/**
 * Returns the alternatives of a group; a group with a class or an escape is not split, since its `|` may be a
 * literal.
 */
const alternativesOf = (content: string): string[] =>
  /[[\\(]/.test(content) ? [content] : content.split('|');

/** Tells whether a repeated group has an alternative that is nothing but a repetition, and is followed by something. */
const repeatsRepetition = (source: string, closed: number): boolean => {
  const opened = source.lastIndexOf('(', closed);
  const again = source[closed + 1];
  const next = source[closed + 2];
  return (
    opened !== -1 &&
    (again === '+' || again === '*') &&
    next !== undefined &&
    next !== ')' &&
    next !== '|' &&
    alternativesOf(source.slice(opened + 1, closed)).some((each) => repeatedOnce.test(each))
  );
};

/** Tells whether matching may take exponential time, as with `^(\w+)+$`. */
export const isExponential = (source: string): boolean => {
  if (source.length > longest) return false;
  for (let at = source.indexOf(')'); at !== -1; at = source.indexOf(')', at + 1))
    if (repeatsRepetition(source, at)) return true;
  return false;
};

export const exponentialText = {
  cwe: 'CWE-1333',
  severity: 'medium',
  title: 'Regular expression takes exponential time',
  message:
    'A repetition inside of a repetition is tried in every division: thirty characters that nearly match keep the process busy for minutes.',
  help: 'Repeat once: `[a-z]+` matches what `([a-z]+)+` matches.',
} as const;
