import { undecided, type LiteralEnd } from './brackets.ts';
import { isBlank, isWord } from './characters.ts';

const quotes = '"\'`';
/** People nest texts in the code of texts a few levels deep. */
const maxDepth = 10;

/** Returns the end of a literal or a comment at an offset, given how deeply it is nested in texts. */
type NestedEnd = (text: string, at: number, depth: number) => number;

/** Returns the offset behind the brace that closes the one at an offset. */
const braceEnd = (text: string, from: number, end: (text: string, at: number) => number): number => {
  let depth = 0;
  for (let at = from; at < text.length; at = end(text, at)) {
    if (at < 0) return undecided;
    const sign = text.charAt(at);
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
};

interface Quoted {
  start: number;
  depth: number;
  /** The signs that begin code in the text. */
  opens: string;
  end: NestedEnd;
}

/** Returns the end of a text in quotes with the code in it. */
const quotedEnd = (text: string, { start, depth, opens, end }: Quoted): number => {
  const quote = text.charAt(start);
  for (let at = start + 1; at < text.length;) {
    const sign = text.charAt(at);
    if (sign === quote) return at + 1;
    if (opens !== '' && text.startsWith(opens, at)) {
      if (depth >= maxDepth) return undecided;
      at = braceEnd(text, at + opens.indexOf('{'), (_, inner) => end(text, inner, depth + 1));
      if (at < 0) return undecided;
    } else at += sign === '\\' ? 2 : 1;
  }
  return text.length;
};

const behind = (text: string, what: string, from: number): number => {
  const at = text.indexOf(what, from);
  return at === -1 ? text.length : at + what.length;
};

/** Returns the end of a comment that ends with its line, or before other signs. */
const lineEnd = (text: string, from: number, ends: readonly string[]): number => {
  let at = from;
  while (at < text.length && !ends.some((end) => text.startsWith(end, at))) at += 1;
  return at;
};

const lineBreaks = ['\r', '\n'];
/** The tag of PHP ends a comment, too. */
const phpLineEnds = [...lineBreaks, '?>'];

const phpEndAt: NestedEnd = (text, at, depth) => {
  const sign = text.charAt(at);
  if (quotes.includes(sign))
    return quotedEnd(text, { start: at, depth, opens: sign === "'" ? '' : '{$', end: phpEndAt });
  if (text.startsWith('/*', at)) return behind(text, '*/', at + 2);
  if (text.startsWith('//', at)) return lineEnd(text, at, phpLineEnds);
  if (sign === '#' && text.charAt(at + 1) !== '[') return lineEnd(text, at, phpLineEnds);
  return text.startsWith('<<<', at) ? undecided : at + 1;
};

/**
 * Returns the end of a text in quotes or a comment of PHP that begins at an offset; the next offset when none does. Where a
 * document without quotes (`<<<`) ends is not decided.
 */
export const phpEnd: LiteralEnd = (text, at) => phpEndAt(text, at, 0);

/** Words that a value follows. */
const beforeValues = 'await case delete do else in instanceof new of return throw typeof void yield'.split(
  ' ',
);

/** Whether a slash begins a regular expression: undefined when that depends on more than what is before it. */
const beginsExpression = (text: string, slash: number): boolean | undefined => {
  let at = slash;
  while (isBlank(text.charAt(at - 1))) at -= 1;
  const before = text.charAt(at - 1);
  if (')}'.includes(before) || ['++', '--'].includes(text.slice(at - 2, at))) return undefined;
  if (!isWord(before) && !'$]"\'`.'.includes(before)) return true;
  return beforeValues.some(
    (word) =>
      text.endsWith(word, at) &&
      !'.$'.includes(text.charAt(at - word.length - 1)) &&
      !isWord(text.charAt(at - word.length - 1)),
  );
};

/** People write shorter regular expressions into templates. */
const longestExpression = 300;

/** Returns the end of a regular expression on its line; the next offset when it has none there. */
const expressionEnd = (text: string, slash: number): number => {
  let isInClass = false;
  for (let at = slash + 1; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if ('\r\n'.includes(sign)) break;
    if (at > slash + longestExpression) return undecided;
    if (sign === '\\') at += 1;
    else if (sign === '[') isInClass = true;
    else if (sign === ']') isInClass = false;
    else if (sign === '/' && !isInClass) return at + 1;
  }
  return slash + 1;
};

const slashEnd = (text: string, slash: number): number => {
  const begins = beginsExpression(text, slash);
  if (begins === false) return slash + 1;
  const end = expressionEnd(text, slash);
  if (begins === true || end === undecided) return end;
  return [...quotes, ...'()[]{}'].some((sign) => text.slice(slash, end).includes(sign))
    ? undecided
    : slash + 1;
};

const scriptEndAt: NestedEnd = (text, at, depth) => {
  const sign = text.charAt(at);
  if (quotes.includes(sign))
    return quotedEnd(text, { start: at, depth, opens: sign === '`' ? '${' : '', end: scriptEndAt });
  if (text.startsWith('/*', at)) return behind(text, '*/', at + 2);
  if (text.startsWith('//', at)) return lineEnd(text, at, lineBreaks);
  return sign === '/' ? slashEnd(text, at) : at + 1;
};

/**
 * Returns the end of a literal or a comment of JavaScript that begins at an offset; the next offset when none does. Whether a slash
 * behind a bracket divides is not decided when that matters.
 */
export const scriptEnd: LiteralEnd = (text, at) => scriptEndAt(text, at, 0);

/** A line with more escapes behind a quote is read as one string, so that no line is read from each of its quotes. */
const maxEscapes = 100;

/** Returns the end of a string; the next offset for a quote that no other one on its line follows. */
const stringEnd = (text: string, start: number): number => {
  const isVerbatim = text[start - 1] === '@' || (text[start - 1] === '$' && text[start - 2] === '@');
  let at = start + 1;
  let escapes = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"' && !(isVerbatim && text[at + 1] === '"')) return at + 1;
    if (character === '\n' && !isVerbatim) return escapes > maxEscapes ? at : start + 1;
    const isEscape = character === '"' || (character === '\\' && !isVerbatim);
    if (isEscape) escapes += 1;
    at += isEscape ? 2 : 1;
  }
  return text.length;
};

/** Returns the end of a literal or a comment of C# that begins at an offset; the next offset when none does. */
export const csharpEnd: LiteralEnd = (text, at) => {
  if (text.startsWith('"""', at)) return behind(text, '"""', at + 3);
  if (text[at] === '"') return stringEnd(text, at);
  if (text.startsWith('/*', at)) return behind(text, '*/', at + 2);
  if (text.startsWith('//', at)) return behind(text, '\n', at + 2);
  const letter = text[at] === "'" ? /^'(?:\\[^\n]{1,9}?|[^'\\\n])'/.exec(text.slice(at, at + 12)) : null;
  return at + (letter?.[0].length ?? 1);
};
