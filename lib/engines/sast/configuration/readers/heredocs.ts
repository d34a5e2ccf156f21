import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';

/** A text in the lines after an instruction (`<<EOF`). */
export interface Heredoc {
  /** The line that ends it. */
  word: string;
  /** Whether tabs may stand before that line (`<<-EOF`). */
  mayBeIndented: boolean;
}

const digits = asciiClass(/\d/);

/** Returns the index after a variable with braces, which may hold others. */
const afterBraces = (text: string, open: number): number => {
  let depth = 0;
  for (let at = open; at < text.length; at += 1)
    if (text.startsWith('${', at)) depth += 1;
    else if (text.charAt(at) === '}' && --depth === 0) return at + 1;
  return text.length;
};

/** Returns the index after a text in quotes. Only double ones know the escape character. */
const afterQuotes = (text: string, open: number, escape: string): number => {
  const quote = text.charAt(open);
  for (let at = open + 1; at < text.length; at += 1)
    if (text.charAt(at) === quote) return at + 1;
    else if (quote === '"' && text.charAt(at) === escape) at += 1;
  return text.length;
};

/** Splits arguments at the blanks outside of quotes and braces, as Docker does before it looks for heredocs. */
const wordsIn = (args: string, escape: string): string[] => {
  const words: string[] = [];
  let start = 0;
  for (let at = 0; at <= args.length;) {
    const character = args.charAt(at);
    if (character.trim() === '') {
      if (at > start) words.push(args.slice(start, at));
      at += 1;
      start = at;
    } else if (character === escape) at += 2;
    else if (character === '"' || character === "'") at = afterQuotes(args, at, escape);
    else if (args.startsWith('${', at)) at = afterBraces(args, at);
    else at += 1;
  }
  if (start < args.length) words.push(args.slice(start));
  return words;
};

/** Returns a word without its quotes and escape characters. */
const unquoted = (word: string, escape: string): string =>
  [...word].filter((each) => each !== '"' && each !== "'" && each !== escape).join('');

/** Returns the heredocs that arguments announce: a word of its own for each, so not `<<<text` or `$((1<<2))`. */
export const heredocsIn = (args: string, escape: string): Heredoc[] => {
  if (!args.includes('<<')) return [];
  return wordsIn(args, escape).flatMap((each): Heredoc[] => {
    const at = each.indexOf('<<');
    const mayBeIndented = each.charAt(at + 2) === '-';
    const word = each.slice(at + (mayBeIndented ? 3 : 2));
    const isOne = endOfClass(each, digits) === at;
    return isOne && word !== '' && !word.includes('<')
      ? [{ word: unquoted(word, escape), mayBeIndented }]
      : [];
  });
};

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

const withoutTabs = (line: string): string => {
  let at = 0;
  while (line.charAt(at) === '\t') at += 1;
  return line.slice(at);
};

/** Returns whether a line ends a heredoc. */
export const ends = ({ word, mayBeIndented }: Heredoc, line: string): boolean =>
  withoutReturn(mayBeIndented ? withoutTabs(line) : line) === word;

/** Returns the index of the last line that ends a heredoc. */
export type LastLines = (heredoc: Heredoc) => number | undefined;

/** Makes an index of lines, so that a search for an end that is missing does not read all lines. */
export const lastLines = (lines: readonly string[]): LastLines => {
  const indexes = new Map<boolean, Map<string, number>>();
  return ({ word, mayBeIndented }) => {
    let known = indexes.get(mayBeIndented);
    if (!known) {
      known = new Map(lines.map((line, at) => [withoutReturn(mayBeIndented ? withoutTabs(line) : line), at]));
      indexes.set(mayBeIndented, known);
    }
    return known.get(word);
  };
};
