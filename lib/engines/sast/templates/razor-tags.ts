import { Brackets } from '../embedded/brackets.ts';
import { wordAt } from '../embedded/characters.ts';
import { csharpEnd } from '../embedded/literals.ts';
import { codeWords } from '../embedded/razor-words.ts';
import type { Tag, Tags } from './tags.ts';

const word = /[\w.]/;
const name = /[\w.?]/;

/** Returns the end of what an open bracket may hold: its line, up to another `@`. */
const endOfOpen = (text: string, from: number): number => {
  const rest = /^[^@\n]*/.exec(text.slice(from, from + 1000))?.[0].length ?? 0;
  return from + rest;
};

/** Returns the end of `name.Member(…)[…]`; a trailing period ends a sentence. */
export const expressionEnd = (text: string, from: number, brackets: Brackets): number => {
  let at = from;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '(' || character === '[') {
      const end = brackets.closedAt(at);
      if (end === undefined) return endOfOpen(text, at);
      at = end;
    } else if (name.test(character)) at += 1;
    else break;
  }
  while (at > from && /[.?]/.test(text.charAt(at - 1))) at -= 1;
  return at;
};

/** Parses the call that writes its argument verbatim. */
const tagOf = (text: string, start: number, end: number): Tag => {
  const written = text.slice(start + 1, end);
  const raw = /^(?:await )?(?:this\.)?Html\.Raw\(/.exec(written);
  if (raw) return { open: '@Html.Raw', content: written.slice(raw[0].length, -1).trim(), start, end };
  if (!written.startsWith('(')) return { open: '@', content: written, start, end };
  const content = written.slice(1, -1).trim();
  const markup = /^\(MarkupString\)\s{0,3}|^new (?:Html|Markup)String\(|^(?:this\.)?Html\.Raw\(/.exec(
    content,
  );
  return markup
    ? { open: '@Html.Raw', content: content.slice(markup[0].length), start, end }
    : { open: '@(', content, start, end };
};

/**
 * Returns the values that a Razor page writes. An `@` after a word belongs to a mail address, and `@@` is a literal
 * `@`.
 */
export const razorTags = (text: string): Tags => {
  const tags: Tag[] = [];
  const brackets = new Brackets(text, csharpEnd);
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at)) {
    const next = text.charAt(at + 1);
    if (next === '*') {
      const end = text.indexOf('*@', at + 2);
      at = end === -1 ? text.length : end + 2;
      continue;
    }
    const isEscaped = next === '@' || (at > 0 && word.test(text.charAt(at - 1)));
    const end =
      isEscaped || codeWords.has(wordAt(text, at + 1)) ? at + 1 : expressionEnd(text, at + 1, brackets);
    if (end > at + 1) tags.push(tagOf(text, at, end));
    at = Math.max(end, isEscaped ? at + 2 : at + 1);
  }
  return { tags, isPartial: brackets.isPartial };
};
