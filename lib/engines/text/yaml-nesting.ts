import { Lexer } from 'yaml';
import { withUsualBreaks } from './yaml-breaks.ts';

/** Deeper than people nest in one line, and far from what a parser that calls itself for each level can take. */
const maxInLine = 200;
const maxBrackets = 2_000;

const [space, tab, lineFeed, carriageReturn] = [0x20, 0x09, 0x0a, 0x0d];

const isBlank = (code: number): boolean => code === space || code === tab;
const isIndicator = (code: number): boolean => code === 0x2d || code === 0x3f || code === 0x3a;
const opens = (code: number): boolean => code === 0x5b || code === 0x7b;
const closes = (code: number): boolean => code === 0x5d || code === 0x7d;

/** Returns how many collections begin at the start of a line: `- - a` has two. */
const startsAt = (text: string, from: number): number => {
  let count = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isBlank(code)) continue;
    if (!isIndicator(code) || !isBlank(text.charCodeAt(at + 1))) break;
    count += 1;
    if (count > maxInLine) break;
  }
  return count;
};

/** Returns whether a text may nest so deeply: brackets and dashes in texts and comments count as well. */
const mayBeTooDeep = (text: string): boolean => {
  let depth = 0;
  let isStart = true;
  for (let at = 0; at < text.length; at += 1) {
    if (isStart && startsAt(text, at) > maxInLine) return true;
    const code = text.charCodeAt(at);
    isStart = code === lineFeed || code === carriageReturn;
    if (opens(code)) depth += 1;
    else if (closes(code) && depth > 0) depth -= 1;
    if (depth > maxBrackets) return true;
  }
  return false;
};

/** The token that stands before each text. */
const textFollows = '\u001f';

/** Returns whether the collections of a text nest so deeply. The lexer does not call itself. */
const areCollectionsTooDeep = (text: string): boolean => {
  let [depth, inLine] = [0, 0];
  let isText = false;
  for (const token of new Lexer().lex(text)) {
    const code = isText || token.length !== 1 ? 0 : token.charCodeAt(0);
    isText = token === textFollows;
    if (opens(code)) depth += 1;
    else if (closes(code) && depth > 0) depth -= 1;
    if (isIndicator(code)) inLine += 1;
    else if (token.trim() !== '' || isText || token.includes('\n')) inLine = 0;
    if (depth > maxBrackets || inLine > maxInLine) return true;
  }
  return false;
};

/**
 * Returns whether a YAML text nests so deeply that a parser may overflow the stack, without parsing it. Indentation has no
 * limit here: many levels take a long text, and where a parser overflows after all, `withinYamlDepth` says so.
 */
export const isYamlTooDeep = (text: string): boolean => {
  const broken = withUsualBreaks(text);
  if (!mayBeTooDeep(broken)) return false;
  // Parsers disagree about which of these characters end a line.
  return areCollectionsTooDeep(text) || areCollectionsTooDeep(broken.replaceAll('\r', '\n'));
};

/**
 * Parses YAML whose depth is not known yet.
 * @param tooDeep makes the error for a text that is nested too deeply, also where only the parser finds that out.
 */
export const withinYamlDepth = <T>(text: string, parse: (text: string) => T, tooDeep: () => Error): T => {
  if (isYamlTooDeep(text)) throw tooDeep();
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
};
