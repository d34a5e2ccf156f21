import { oneLine } from './safe-text.ts';

/** Matches a word that no renderer interprets: no markup, entity, address, mention or emoji. */
const plainWord = /^[\p{L}\p{N},;()'"%›…–—-]{1,200}(?:\/[\p{L}\p{N},;()'"%›…–—-]{1,200}){0,20}$/u;
/** Matches text that renderers turn into a link to an issue or a commit, or into a dash. */
const reference = /GH-\d|--|\b(?=[a-f]*\d)[0-9a-f]{7,64}\b/i;

/** Writes a code span. Nothing in it is markup, and nothing in it becomes a link. */
const codeSpan = (line: string): string => {
  // A pipe ends a table cell even in code, and an escaped pipe after a backslash would not be escaped.
  const content = line.replaceAll('|', '¦');
  const longestRun = Math.max(0, ...(content.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longestRun + 1);
  return longestRun > 0 ? `${fence} ${content} ${fence}` : `${fence}${content}${fence}`;
};

/** Formats untrusted text as code, for a paragraph or a table cell. Empty text gives nothing. */
export const markdownCode = (text: string): string => {
  const line = oneLine(text);
  return line === '' ? '' : codeSpan(line);
};

const formatWord = (word: string): string => {
  // Punctuation may follow the code.
  const end = /[.,;:]$/.test(word) ? word.slice(-1) : '';
  const core = end === '' ? word : word.slice(0, -1);
  const isPlain = plainWord.test(core) && !reference.test(core);
  return `${isPlain || core === '' ? core : codeSpan(core)}${end}`;
};

const formatWords = (text: string): string =>
  text
    .split(' ')
    .map((word) => (word === '' ? '' : formatWord(word)))
    .join(' ');

/** Joins formatted pieces. Two adjacent code spans would be one with other fences, so a space separates them. */
const joined = (pieces: readonly string[]): string =>
  pieces.reduce(
    (text, piece) => (text.endsWith('`') && piece.startsWith('`') ? `${text} ${piece}` : text + piece),
    '',
  );

/**
 * Matches text between two single backticks, which is already code; an unpaired backtick is a character of its word.
 */
const ownSpan = /(?<!`)`([^`]+)`(?!`)/;

/**
 * Formats untrusted text as prose. Text between backticks stays one code span, and each other word that a renderer
 * could interpret becomes code, so that the text forms no markup and no link. A first word without a leading letter
 * becomes code, so that it starts no list and no heading.
 */
export const markdownProse = (text: string): string => {
  const line = oneLine(text);
  if (line === '') return '';
  const pieces = line.split(ownSpan).map((piece, index) => {
    if (index % 2 === 1) return codeSpan(piece);
    if (index > 0 || piece === '' || /^\p{L}/u.test(piece)) return formatWords(piece);
    const [first = '', ...rest] = piece.split(' ');
    return [codeSpan(first), ...(rest.length > 0 ? [formatWords(rest.join(' '))] : [])].join(' ');
  });
  return joined(pieces);
};

/** Writes a link whose URL comes from `safeHttpUrl`, so that no character of it can end the link. */
export const markdownLink = (label: string, address: string | undefined): string =>
  address === undefined ? label : `[${label}](${address})`;
