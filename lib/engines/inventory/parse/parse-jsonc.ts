import { endOfComment } from './json-text.ts';
import type { JsonCursor } from './json-cursor.ts';
import { parseJson, readThrough } from './parse-document.ts';
import type { Table } from './untrusted-value.ts';

const [quote, backslash, slash, comma] = [0x22, 0x5c, 0x2f, 0x2c];
const [bracket, brace] = [0x5d, 0x7d];
const lastBlank = 0x20;

/** Returns the position after the string that starts with a quote at `from`. */
const endOfText = (text: string, from: number): number => {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    // An even number of backslashes escapes each other.
    if ((end - before) % 2 === 1) return end + 1;
  }
  return text.length;
};

/** Blanks out comments, and leaves out trailing commas; line breaks stay, so that errors name the right line. */
const asJson = (text: string): string => {
  const pieces: string[] = [];
  let from = 0;
  let lastComma = -1;
  let commaPiece = 0;
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at);
    const end = unit === slash ? endOfComment(text, at) : at;
    if (end > at) {
      // The comma is a piece of its own, because a bracket may follow the comment.
      if (lastComma >= from) {
        commaPiece = pieces.push(text.slice(from, lastComma), ',') - 1;
        from = lastComma + 1;
      }
      pieces.push(text.slice(from, at), text.slice(at, end).replace(/[^\n]+/g, ' '));
      from = end;
      at = end;
      continue;
    }
    if ((unit === brace || unit === bracket) && lastComma !== -1) {
      if (lastComma < from) pieces[commaPiece] = '';
      else {
        pieces.push(text.slice(from, lastComma));
        from = lastComma + 1;
      }
    }
    if (unit === comma) lastComma = at;
    else if (unit > lastBlank) lastComma = -1;
    at = unit === quote ? endOfText(text, at) : at + 1;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(from);
};

/** Parses JSON with comments and trailing commas. @throws UnreadableFile */
export const parseJsonc = (text: string): Table => parseJson(asJson(text));

/** Reads such a JSON object by going through its members. @throws UnreadableFile */
export const readJsonc = (text: string, read: (cursor: JsonCursor) => void): void =>
  readThrough(text, read, { parse: parseJsonc, toJson: asJson });
