import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';
import { lowerBound } from '@scangate/engines/text/lower-bound';
import { shellWords } from './shell-words.ts';

/** A text in the lines after an instruction (`<<EOF`). */
export interface Heredoc {
  /** The line that ends it. */
  word: string;
  /** Whether tabs may stand before that line (`<<-EOF`). */
  mayBeIndented: boolean;
}

const digits = asciiClass(/\d/);

/** Returns a word without quotes around it; undefined where more than those has to be taken out of it. */
const unquoted = (word: string): string | undefined => {
  const bare = word.replaceAll(word.includes('"') ? '"' : "'", '');
  return ['"', "'", '\\', '$'].some((each) => bare.includes(each)) ? undefined : bare;
};

/**
 * Returns the heredocs that arguments announce: a word of its own for each, so not `<<<text` or `$((1<<2))`.
 * @returns undefined when that cannot be told.
 */
export const heredocsIn = (args: string): Heredoc[] | undefined => {
  if (!args.includes('<<')) return [];
  const heredocs: Heredoc[] = [];
  const words = shellWords(args);
  if (!words) return undefined;
  for (const each of words) {
    const at = each.indexOf('<<');
    const mayBeIndented = each.charAt(at + 2) === '-';
    const stated = each.slice(at + (mayBeIndented ? 3 : 2)).trimStart();
    if (endOfClass(each, digits) !== at || stated === '' || stated.includes('<')) continue;
    const word = unquoted(stated);
    if (word === undefined) return undefined;
    heredocs.push({ word, mayBeIndented });
  }
  return heredocs;
};

const withoutReturns = (line: string): string => {
  let end = line.length;
  while (line.charAt(end - 1) === '\r') end -= 1;
  return line.slice(0, end);
};

const withoutTabs = (line: string): string => {
  let at = 0;
  while (line.charAt(at) === '\t') at += 1;
  return line.slice(at);
};

/** Finds the first line, from an index on, that ends a heredoc. */
export type EndOfHeredoc = (heredoc: Heredoc, from: number) => number | undefined;

/** Indexes lines, so that no search for an end reads them. */
export const endsOfHeredocs = (lines: readonly string[]): EndOfHeredoc => {
  const indexes = new Map<boolean, Map<string, number[]>>();
  const indexOf = (mayBeIndented: boolean): Map<string, number[]> => {
    const index = new Map<string, number[]>();
    for (const [at, line] of lines.entries()) {
      const word = withoutReturns(mayBeIndented ? withoutTabs(line) : line);
      const known = index.get(word);
      if (known) known.push(at);
      else index.set(word, [at]);
    }
    indexes.set(mayBeIndented, index);
    return index;
  };
  return ({ word, mayBeIndented }, from) => {
    const index = indexes.get(mayBeIndented) ?? indexOf(mayBeIndented);
    const ascending = index.get(word) ?? [];
    return ascending[lowerBound(ascending, from)];
  };
};
