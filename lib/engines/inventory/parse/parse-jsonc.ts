import { parseJson } from './parse-document.ts';
import type { Table } from './untrusted-value.ts';

/** Returns the position after the string that starts with a quote at `from`. */
const endOfText = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '"') return at + 1;
  }
  return text.length;
};

/** Returns the position after the comment that starts at `from`, or `from` itself. */
const endOfComment = (text: string, from: number): number => {
  const isLine = text.startsWith('//', from);
  if (!isLine && !text.startsWith('/*', from)) return from;
  const end = isLine ? text.indexOf('\n', from) : text.indexOf('*/', from + 2);
  if (end === -1) return text.length;
  return isLine ? end : end + 2;
};

/** Blanks out comments and keeps line breaks, so that errors name the right line. */
const withoutComments = (text: string): string => {
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length;) {
    const char = text[at];
    const end = char === '/' ? endOfComment(text, at) : at;
    if (end > at) {
      pieces.push(text.slice(from, at), text.slice(at, end).replace(/[^\n]+/g, ' '));
      from = end;
      at = end;
    } else at = char === '"' ? endOfText(text, at) : at + 1;
  }
  return pieces.join('') + text.slice(from);
};

const withoutTrailingCommas = (text: string): string => {
  const pieces: string[] = [];
  let from = 0;
  let comma = -1;
  for (let at = 0; at < text.length;) {
    const char = text[at];
    if ((char === '}' || char === ']') && comma !== -1) {
      pieces.push(text.slice(from, comma));
      from = comma + 1;
    }
    if (char === ',') comma = at;
    else if (char !== ' ' && char !== '\n' && char !== '\r' && char !== '\t') comma = -1;
    at = char === '"' ? endOfText(text, at) : at + 1;
  }
  return pieces.join('') + text.slice(from);
};

/** Parses JSON with comments and trailing commas. @throws UnreadableFile */
export const parseJsonc = (text: string): Table => parseJson(withoutTrailingCommas(withoutComments(text)));
