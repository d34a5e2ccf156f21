import { parseJson } from './parse-document.ts';
import type { Table } from './untrusted.ts';

/** The end of the text that begins with a quote at `from`. */
const endOfText = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
};

/** The end of the comment that begins at `from`, or `from` when none does. */
const endOfComment = (text: string, from: number): number => {
  if (text.startsWith('//', from)) {
    const end = text.indexOf('\n', from);
    return end === -1 ? text.length : end;
  }
  if (!text.startsWith('/*', from)) return from;
  const end = text.indexOf('*/', from + 2);
  return end === -1 ? text.length : end + 2;
};

/** JSON with comments and with commas before a closing bracket. @throws UnreadableFile */
export const parseJsonc = (text: string): Table => {
  const pieces: string[] = [];
  // A comma is held back until something follows that it can part from what was before.
  let comma = false;
  let at = 0;
  while (at < text.length) {
    const char = text[at] ?? '';
    const afterComment = char === '/' ? endOfComment(text, at) : at;
    if (afterComment > at) {
      // Line breaks stay, so that an error names the right line.
      pieces.push(text.slice(at, afterComment).replace(/[^\n]+/g, ' '));
      at = afterComment;
      continue;
    }
    const end = char === '"' ? endOfText(text, at) : at + 1;
    const piece = text.slice(at, end);
    at = end;
    if (/^\s$/.test(piece)) {
      pieces.push(piece);
      continue;
    }
    if (comma && char !== '}' && char !== ']') pieces.push(',');
    comma = char === ',';
    if (!comma) pieces.push(piece);
  }
  return parseJson(pieces.join(''));
};
