import { oneLine } from './safe-text.ts';

/** A word that no renderer makes anything of: no markup, no entity, no address, no mention, no emoji. */
const harmless = /^[\p{L}\p{N},;()'"%›…–—-]+(?:\/[\p{L}\p{N},;()'"%›…–—-]+)*$/u;
/** Of an issue or a commit, or what becomes a dash. */
const reference = /GH-\d|--|\b(?=[a-f]*\d)[0-9a-f]{7,64}\b/i;

/** A code span: nothing in it is markup, and nothing in it becomes a link. */
const codeSpan = (line: string): string => {
  // A bar ends a table's cell even in code, and an escaped one cannot stand behind a backslash.
  const content = line.replaceAll('|', '¦');
  const longestRun = Math.max(0, ...(content.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longestRun + 1);
  return longestRun > 0 ? `${fence} ${content} ${fence}` : `${fence}${content}${fence}`;
};

/** Text from outside as code, in a paragraph or a table's cell. Empty text is nothing. */
export const markdownCode = (text: string): string => {
  const line = oneLine(text);
  return line === '' ? '' : codeSpan(line);
};

const wordOf = (word: string): string => {
  // What ends a sentence may stand behind the code.
  const end = /[.,;:]$/.test(word) ? word.slice(-1) : '';
  const core = end === '' ? word : word.slice(0, -1);
  const plain = harmless.test(core) && !reference.test(core);
  return `${plain || core === '' ? core : codeSpan(core)}${end}`;
};

/**
 * Text from outside as prose, in which every word that is more than a word is code: it can form no markup and no
 * link. What does not begin with a letter begins with code, so that it begins no list and no heading either.
 */
export const markdownProse = (text: string): string => {
  const [first = '', ...rest] = oneLine(text).split(' ');
  if (first === '') return '';
  const begins = /^\p{L}/u.test(first) ? wordOf(first) : codeSpan(first);
  return [begins, ...rest.map(wordOf)].join(' ');
};

/** A link of ours: the address is one that `webAddress` gave, in which nothing can end it. */
export const markdownLink = (label: string, address: string | undefined): string =>
  address === undefined ? label : `[${label}](${address})`;
