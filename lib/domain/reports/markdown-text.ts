import { oneLine } from './one-line.ts';

/**
 * Words that no renderer makes anything of: no markup, no entity, no address or mail address, no mention, no
 * reference to an issue or a commit, no emoji.
 */
const harmless = /^\p{L}[\p{L}\p{N} ,;()'"%›…–—/-]*(?:\.(?: |$)[\p{L}\p{N} ,;()'"%›…–—/-]*)*$/u;
const reference = /\b(?:GH-\d|[0-9a-f]{7,64}\b)|--/i;

/** A code span: nothing in it is markup, and nothing in it becomes a link. */
const codeSpan = (line: string): string => {
  // A bar ends a table's cell even in code, and an escaped one cannot stand behind a backslash.
  const content = line.replaceAll('|', '¦');
  const longestRun = Math.max(0, ...(content.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longestRun + 1);
  return longestRun > 0 ? `${fence} ${content} ${fence}` : `${fence}${content}${fence}`;
};

/** Text from outside as code, in a paragraph or a table's cell. Empty text is nothing. */
export const codeOf = (text: string): string => {
  const line = oneLine(text);
  return line === '' ? '' : codeSpan(line);
};

/** Text from outside as prose where it is nothing but prose, else as code: it can form no markup and no link. */
export const proseOf = (text: string): string => {
  const line = oneLine(text);
  return harmless.test(line) && !reference.test(line) ? line : codeOf(line);
};

/** A link of ours: the address is one that `webAddress` gave, in which nothing can end it. */
export const linkTo = (label: string, address: string | undefined): string =>
  address === undefined ? label : `[${label}](${address})`;
