import { isWordSign, type Language, type Piece } from './source-tokens.ts';

interface Quotes {
  quote: string;
  isMultiline?: boolean;
  hasEscapes?: boolean;
  kind?: 'text' | 'word';
}

const quotedAt = (text: string, from: number, quotes: Quotes): Piece => {
  const { quote, isMultiline = false, hasEscapes = true, kind = 'text' } = quotes;
  const start = from + quote.length;
  let isEscaped = false;
  let at = start;
  for (; at < text.length; at += 1) {
    if (hasEscapes && text[at] === '\\') {
      isEscaped = true;
      at += 1;
    } else if (text.startsWith(quote, at))
      return { end: at + quote.length, kind, value: text.slice(start, at), isEscaped };
    else if (text[at] === '\n' && !isMultiline) break;
  }
  return { end: at, isUnfinished: true };
};

const lineCommentAt = (text: string, at: number): Piece => {
  const end = text.indexOf('\n', at);
  return { end: end === -1 ? text.length : end };
};

/** Whether the braces of a string do not match: the strings inside an interpolation may end it for a simple reader. */
const isCut = (value: string): boolean => value.split('{').length !== value.split('}').length;

/** Returns the letters before a string of Python that say how it is read, such as `rb`. */
const prefixAt = (text: string, at: number): string => {
  let from = at;
  while (at - from < 3 && isWordSign(text[from - 1])) from -= 1;
  const prefix = text.slice(from, at).toLowerCase();
  return prefix.length < 3 && [...prefix].every((each) => 'rbuf'.includes(each)) ? prefix : '';
};

/** Python and Starlark. */
export const python: Language = {
  pieceAt: (text, at) => {
    const sign = text[at];
    if (sign === '#') return lineCommentAt(text, at);
    if (sign !== '"' && sign !== "'") return undefined;
    const isMultiline = text.startsWith(sign.repeat(3), at);
    const piece = quotedAt(text, at, { quote: isMultiline ? sign.repeat(3) : sign, isMultiline });
    const prefix = prefixAt(text, at);
    if (prefix.includes('r')) piece.isEscaped = false;
    if (prefix.includes('f') && isCut(piece.value ?? '')) piece.isUnfinished = true;
    return piece;
  },
};

/** Comments of Scala may be inside each other. */
const scalaCommentAt = (text: string, from: number): Piece => {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const isOpening = text.startsWith('/*', at);
    if (!isOpening && !text.startsWith('*/', at)) continue;
    depth += isOpening ? 1 : -1;
    if (depth === 0) return { end: at + 2 };
    at += 1;
  }
  return { end: text.length, isUnfinished: true };
};

const scalaStringAt = (text: string, at: number): Piece => {
  const isMultiline = text.startsWith('"""', at);
  const quote = isMultiline ? '"""' : '"';
  const piece = quotedAt(text, at, { quote, isMultiline, hasEscapes: !isMultiline });
  if (isMultiline) while (text[piece.end] === '"') piece.end += 1;
  // Versions of Scala disagree about quotes inside interpolated strings.
  const { value = '' } = piece;
  if (isWordSign(text[at - 1]) && ((value.includes('${') && isCut(value)) || value.includes('\\"')))
    piece.isUnfinished = true;
  return piece;
};

const longestCharacter = 10;

/** A character such as `'"'` or `'\''`; a symbol has no second quote. */
const scalaCharacterAt = (text: string, at: number): Piece | undefined => {
  const isEscaped = text[at + 1] === '\\';
  const from = at + (isEscaped ? 3 : 2);
  const length = text.slice(from, isEscaped ? at + longestCharacter : from + 1).indexOf("'");
  return length === -1 ? undefined : { end: from + length + 1 };
};

/** The start of an XML literal: its texts are in no quotes, so that what follows cannot be told. */
const startsXml = (text: string, at: number): boolean => {
  const [before = ' ', next = ''] = [text[at - 1], text[at + 1]];
  return /[\s({=]/.test(before) && /[A-Za-z_!?]/.test(next);
};

export const scala: Language = {
  pieceAt: (text, at) => {
    const sign = text[at];
    if (sign === '<' && startsXml(text, at)) return { end: at + 1, isUnfinished: true };
    if (sign === '"') return scalaStringAt(text, at);
    if (sign === "'") return scalaCharacterAt(text, at);
    if (sign === '`') return quotedAt(text, at, { quote: '`', hasEscapes: false, kind: 'word' });
    if (text.startsWith('//', at)) return lineCommentAt(text, at);
    return text.startsWith('/*', at) ? scalaCommentAt(text, at) : undefined;
  },
};

/** Reads `[[text]]` or `[==[text]==]`. */
const longBracketAt = (text: string, at: number): Piece | undefined => {
  if (text[at] !== '[') return undefined;
  let start = at + 1;
  while (text[start] === '=') start += 1;
  if (text[start] !== '[') return undefined;
  const close = `]${text.slice(at + 1, start)}]`;
  const end = text.indexOf(close, start + 1);
  if (end === -1) return { end: text.length, isUnfinished: true };
  return { end: end + close.length, kind: 'text', value: text.slice(start + 1, end) };
};

export const lua: Language = {
  pieceAt: (text, at) => {
    const sign = text[at];
    if (sign === '"' || sign === "'") return quotedAt(text, at, { quote: sign });
    if (!text.startsWith('--', at)) return longBracketAt(text, at);
    const block = longBracketAt(text, at + 2);
    return block ? { end: block.end, isUnfinished: block.isUnfinished ?? false } : lineCommentAt(text, at);
  },
};

export const erlang: Language = {
  wordSigns: '@',
  pieceAt: (text, at) => {
    const sign = text[at];
    if (sign === '%') return lineCommentAt(text, at);
    if (sign === '$') return { end: at + (text[at + 1] === '\\' ? 3 : 2) };
    if (sign === "'") return quotedAt(text, at, { quote: sign, isMultiline: true, kind: 'word' });
    if (sign !== '"') return undefined;
    const isBlock = text.startsWith('"""', at);
    return quotedAt(text, at, { quote: isBlock ? '"""' : '"', isMultiline: true, hasEscapes: !isBlock });
  },
};
