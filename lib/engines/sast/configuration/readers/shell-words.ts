import { asciiClass } from '@scangate/engines/text/ascii-class';

const escape = '\\';
const inName = asciiClass(/\w/);
/** The characters that may follow the name of a variable in braces. */
const modifiers = '}:+-?#%/';

/** Returns the index after a variable's opening brace and name; undefined where BuildKit refuses it. */
const afterName = (text: string, open: number): number | undefined => {
  let at = open + 2;
  while (inName[text.charCodeAt(at)]) at += 1;
  const next = text.charAt(at);
  return at > open + 2 && next !== '' && modifiers.includes(next) ? at : undefined;
};

/**
 * Returns the index after a text in quotes or a variable in braces, which hold each other.
 * @returns undefined where one of them has no end.
 */
const afterGroup = (text: string, open: number): number | undefined => {
  const closing: string[] = [];
  for (let at = open; at < text.length;) {
    const character = text.charAt(at);
    const close = closing.at(-1);
    if (close !== undefined && character === close) {
      closing.pop();
      at += 1;
      if (closing.length === 0) return at;
    } else if (character === escape) at += 2;
    else if (character === "'" && close !== '"') {
      const end = text.indexOf("'", at + 1);
      if (end === -1) return undefined;
      at = end + 1;
      if (closing.length === 0) return at;
    } else if (character === '"') {
      closing.push('"');
      at += 1;
    } else if (text.startsWith('${', at)) {
      const named = afterName(text, at);
      if (named === undefined) return undefined;
      closing.push('}');
      at = named;
    } else at += 1;
  }
  return undefined;
};

const isBlank = (character: string): boolean => character.trim() === '';

/**
 * Splits arguments at the blanks outside of quotes and braces, as BuildKit does before it looks for heredocs. Blanks
 * after `<<` do not end a word.
 * @returns undefined where BuildKit refuses the quotes or variables.
 */
export const shellWords = (args: string): string[] | undefined => {
  const words: string[] = [];
  let start = 0;
  for (let at = 0; at < args.length;) {
    const character = args.charAt(at);
    if (isBlank(character)) {
      if (at > start) words.push(args.slice(start, at));
      at += 1;
      start = at;
    } else if (args.startsWith('<<', at)) {
      at += 2;
      while (at < args.length && isBlank(args.charAt(at))) at += 1;
    } else if (character === escape) at += 2;
    else if (character === '"' || character === "'" || args.startsWith('${', at)) {
      const after = afterGroup(args, at);
      if (after === undefined) return undefined;
      at = after;
    } else at += 1;
  }
  if (start < args.length) words.push(args.slice(start));
  return words;
};
