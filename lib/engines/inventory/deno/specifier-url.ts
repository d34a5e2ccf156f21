/** The signs that a parser of URLs leaves out, wherever they are. */
const leftOut = /[\t\n\r]/g;
const scheme = /^(?:npm|jsr|https?):/i;
const usualAddress = /^https?:\/\//;

/** Removes the blanks and control characters before a text, however many there are. */
const withoutLeading = (text: string): string => {
  let at = 0;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return text.slice(at);
};

/**
 * Returns a specifier as Deno reads it, which is as a URL: its scheme is in lower case, and blanks before it and breaks inside are
 * left out. A text that has no scheme of a registry or an address is returned without these.
 */
export const specifierUrl = (text: string): string => {
  const bare = withoutLeading(text.replaceAll(leftOut, ''));
  const [stated] = scheme.exec(bare) ?? [];
  if (stated === undefined) return bare;
  const lower = stated.toLowerCase() + bare.slice(stated.length);
  if (!lower.startsWith('http') || usualAddress.test(lower)) return lower;
  // Slashes after the scheme of an address may be missing, or backslashes.
  return URL.canParse(lower) ? new URL(lower).href : lower;
};

const mention = /(?:npm|jsr|https?):|\\/i;

/** Returns whether a text may have a specifier of a registry or an address in it. One that has escapes always may. */
export const mayHaveSpecifier = (text: string): boolean =>
  mention.test(text) || mention.test(text.replaceAll(leftOut, ''));
