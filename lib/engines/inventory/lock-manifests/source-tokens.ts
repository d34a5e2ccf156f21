import { linesOf } from '../parse/lines.ts';

/** A part of a source text outside its comments. */
export interface Token {
  kind: 'text' | 'word' | 'sign';
  value: string;
  /** Whether a text has escapes, so that its value is not what is written. */
  isEscaped?: boolean;
  /** Set on a text with a word right before it, which says how its value is made. */
  isPrefixed?: true;
}

/** A string, a quoted name or a comment, which has no value. */
export interface Piece {
  end: number;
  kind?: 'text' | 'word';
  value?: string;
  isEscaped?: boolean;
  /** Whether the piece has no end, or one that cannot be told. */
  isUnfinished?: boolean;
}

/** A language in as far as its strings and comments are told from its code. */
export interface Language {
  /** Reads the string or comment that starts at a position, in time linear in its length. */
  pieceAt: (text: string, at: number) => Piece | undefined;
  /** Signs that words have in addition to letters, digits and `_`. */
  wordSigns?: string;
}

export interface SourceTokens {
  tokens: readonly Token[];
  /** The position of the closing bracket for that of each opening one that has any. */
  closes: ReadonlyMap<number, number>;
  /** Whether a string or comment is unfinished: what follows it may be anything. */
  isUnfinished: boolean;
  /** Whether the brackets do not match. */
  isUnbalanced: boolean;
}

export const isWordSign = (sign: string | undefined): boolean =>
  sign !== undefined &&
  ((sign >= 'a' && sign <= 'z') ||
    (sign >= 'A' && sign <= 'Z') ||
    (sign >= '0' && sign <= '9') ||
    sign === '_');

const opening: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

const matchBrackets = (tokens: readonly Token[]): Pick<SourceTokens, 'closes' | 'isUnbalanced'> => {
  const closes = new Map<number, number>();
  const open: number[] = [];
  let isUnbalanced = false;
  for (const [at, { kind, value }] of tokens.entries()) {
    if (kind !== 'sign') continue;
    if (value === '(' || value === '[' || value === '{') open.push(at);
    const expected = opening[value];
    if (expected === undefined) continue;
    const from = open.pop();
    if (from !== undefined) closes.set(from, at);
    if (from === undefined || tokens[from]?.value !== expected) isUnbalanced = true;
  }
  return { closes, isUnbalanced: isUnbalanced || open.length > 0 };
};

/** Splits a source text into its tokens in one pass, without comments and white space. */
export const tokensOf = (source: string, { pieceAt, wordSigns = '' }: Language): SourceTokens => {
  const text = linesOf(source).join('\n');
  const tokens: Token[] = [];
  let isUnfinished = false;
  let wordEnd = -1;
  const isWord = (at: number): boolean =>
    at < text.length && (isWordSign(text[at]) || wordSigns.includes(text.charAt(at)));
  for (let at = 0; at < text.length;) {
    const piece = pieceAt(text, at);
    const sign = text.charAt(at);
    if (piece) {
      const { kind, value = '', isEscaped = false } = piece;
      // The prefix of a string is no word of its own.
      const isPrefixed = kind === 'text' && wordEnd === at;
      if (isPrefixed) tokens.pop();
      if (kind !== undefined) tokens.push({ kind, value, isEscaped, ...(isPrefixed && { isPrefixed }) });
      if (piece.isUnfinished) isUnfinished = true;
      at = Math.max(piece.end, at + 1);
    } else if (isWord(at)) {
      const from = at;
      while (isWord(at)) at += 1;
      tokens.push({ kind: 'word', value: text.slice(from, at) });
      wordEnd = at;
    } else {
      const isContinued = sign === '\\' && text[at + 1] === '\n';
      if (sign.trim() !== '' && !isContinued) tokens.push({ kind: 'sign', value: sign });
      at += 1;
    }
  }
  return { tokens, ...matchBrackets(tokens), isUnfinished };
};

/** Returns the positions of the tokens inside a bracket, without what is inside further brackets. */
export const positionsInside = ({ tokens, closes }: SourceTokens, open: number): number[] => {
  const found: number[] = [];
  const end = closes.get(open) ?? tokens.length;
  for (let at = open + 1; at < end; at += 1) {
    found.push(at);
    const { kind, value } = tokens[at]!;
    if (kind === 'sign' && (value === '(' || value === '[' || value === '{')) at = closes.get(at) ?? end;
  }
  return found;
};

/** Returns the texts of a list; those beside each other without a sign between them are one. */
export const textsInside = (source: SourceTokens, open: number): Token[] => {
  const found: Token[] = [];
  let last = -1;
  for (const at of positionsInside(source, open)) {
    const token = source.tokens[at]!;
    if (token.kind !== 'text') continue;
    const before = last === at - 1 ? found.pop() : undefined;
    const isEscaped = token.isEscaped === true || before?.isEscaped === true;
    found.push({ kind: 'text', value: (before?.value ?? '') + token.value, isEscaped });
    last = at;
  }
  return found;
};

/** Whether a token is this sign. */
export const isSign = (token: Token | undefined, value: string): boolean =>
  token?.kind === 'sign' && token.value === value;
