/** A parsed mapping of unknown content. It is only read through the functions below. */
export type Table = Readonly<Record<string, unknown>>;

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controlCharacter = /[\u0000-\u001f\u007f]/;
// oxlint-disable-next-line no-control-regex -- control characters are what it removes
const controlCharacters = /[\u0000-\u001f\u007f]/g;

const [space, del] = [0x20, 0x7f];

/**
 * True for a string of visible ASCII characters. A loop is several times faster here than a regular expression, and
 * lockfiles have hundreds of thousands of strings.
 */
const isVisibleAscii = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit <= space || unit >= del) return false;
  }
  return text !== '';
};

export const asTable = (value: unknown): Table | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Table) : undefined;

/** Reads an own member, so that `constructor` or `__proto__` is never mistaken for a missing one. */
export const member = (value: unknown, key: string): unknown => {
  const table = asTable(value);
  return table && Object.hasOwn(table, key) ? table[key] : undefined;
};

/** Returns own entries; none when the value is not a mapping. */
export const entriesOf = (value: unknown): [string, unknown][] => Object.entries(asTable(value) ?? {});

const noItems: readonly unknown[] = [];

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : noItems);

/** White space that separates parts of a text as a blank does: for npm, `>=1\t<2` is a range. */
const otherBlanks = /[\t\n\v\f\r]/g;

/**
 * Returns a non-empty text within the length limit, in which tabs and line breaks are blanks; undefined for any other value, and
 * for a text with other control characters.
 */
export const asText = (value: unknown, maxLength = 512): string | undefined => {
  if (typeof value !== 'string' || value.length > maxLength) return undefined;
  if (isVisibleAscii(value)) return value;
  const trimmed = value.trim();
  if (!controlCharacter.test(trimmed)) return trimmed || undefined;
  const line = trimmed.replaceAll(otherBlanks, ' ');
  return controlCharacter.test(line) ? undefined : line;
};

const longestAddress = 4096;

/**
 * Returns the address that a value states. Installers follow a long one and ignore control characters in it, so neither
 * may hide its host: the end of the former is left out, and the latter are removed.
 */
export const asAddress = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined;
  const followed = isVisibleAscii(value) ? value : value.replaceAll(controlCharacters, '').trimStart();
  return asText(followed.slice(0, longestAddress), longestAddress);
};

/** Returns the texts of a list; other values are skipped. */
export const textsOf = (value: unknown): string[] => {
  const found: string[] = [];
  for (const item of asList(value)) {
    const text = asText(item, 2048);
    if (text !== undefined) found.push(text);
  }
  return found;
};
