import type { LiteralEnd } from './brackets.ts';

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

const until = (text: string, end: string, from: number): number => {
  const at = text.indexOf(end, from);
  return at === -1 ? text.length : at + end.length;
};

/** Returns the end of a literal or a comment of C# that begins at an offset; the next offset when none does. */
export const literalEnd: LiteralEnd = (text, at) => {
  if (text.startsWith('"""', at)) return until(text, '"""', at + 3);
  if (text[at] === '"') return stringEnd(text, at);
  if (text.startsWith('/*', at)) return until(text, '*/', at + 2);
  if (text.startsWith('//', at)) return until(text, '\n', at + 2);
  const letter = text[at] === "'" ? /^'(?:\\[^\n]{1,9}?|[^'\\\n])'/.exec(text.slice(at, at + 12)) : null;
  return at + (letter?.[0].length ?? 1);
};
