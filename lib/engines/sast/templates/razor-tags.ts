import type { Tag, Tags } from './tags.ts';

/** Words that begin code or a directive rather than a value to output. */
const directives =
  /^(?:addTagHelper|attribute|code|do|else|for|foreach|functions|if|implements|inherits|inject|layout|lock|model|namespace|page|preservewhitespace|removeTagHelper|rendermode|section|switch|tagHelperPrefix|try|typeparam|using|while)\b/;

const word = /[\w.]/;
const name = /[\w.?]/;
const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

/** Returns the end of a string; the next offset for a quote that no other one on its line follows. */
const stringEnd = (text: string, start: number): number => {
  const isVerbatim = text[start - 1] === '@' || (text[start - 1] === '$' && text[start - 2] === '@');
  let at = start + 1;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"' && !(isVerbatim && text[at + 1] === '"')) return at + 1;
    if (character === '\n' && !isVerbatim) return start + 1;
    at += character === '"' || (character === '\\' && !isVerbatim) ? 2 : 1;
  }
  return text.length;
};

const until = (text: string, end: string, from: number): number => {
  const at = text.indexOf(end, from);
  return at === -1 ? text.length : at + end.length;
};

/** Returns the end of a literal or a comment of C# that begins at an offset; the next offset when none does. */
const literalEnd = (text: string, at: number): number => {
  if (text.startsWith('"""', at)) return until(text, '"""', at + 3);
  if (text[at] === '"') return stringEnd(text, at);
  if (text.startsWith('/*', at)) return until(text, '*/', at + 2);
  if (text.startsWith('//', at)) return until(text, '\n', at + 2);
  const letter = text[at] === "'" ? /^'(?:\\[^\n]{1,9}?|[^'\\\n])'/.exec(text.slice(at, at + 12)) : null;
  return at + (letter?.[0].length ?? 1);
};

/** Finds the ends of brackets. A page is read about once, unless its brackets stay open. */
class Brackets {
  readonly #text: string;
  #work: number;
  /** Whether there were too many open brackets to look for all of their ends. */
  isPartial = false;

  constructor(text: string) {
    this.#text = text;
    this.#work = 8 * text.length + 1000;
  }

  /** Returns the end of what a bracket opens, or undefined when it stays open. */
  closedAt(from: number): number | undefined {
    this.isPartial ||= this.#work < 0;
    if (this.isPartial) return undefined;
    const text = this.#text;
    const open = text.charAt(from);
    let depth = 0;
    let at = from;
    while (at < text.length) {
      const character = text.charAt(at);
      if (character === open) depth += 1;
      else if (character === closing[open]) depth -= 1;
      if (depth === 0) break;
      at = literalEnd(text, at);
    }
    this.#work -= at - from;
    return depth === 0 ? at + 1 : undefined;
  }
}

/** Returns the end of what an open bracket may hold: its line, up to another `@`. */
const endOfOpen = (text: string, from: number): number => {
  const rest = /^[^@\n]*/.exec(text.slice(from, from + 1000))?.[0].length ?? 0;
  return from + rest;
};

/** Returns the end of `name.Member(…)[…]`; a trailing period ends a sentence. */
const expressionEnd = (text: string, from: number, brackets: Brackets): number => {
  let at = from;
  while (at < text.length) {
    const character = text.charAt(at);
    if (Object.hasOwn(closing, character)) {
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
  const brackets = new Brackets(text);
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at)) {
    const next = text.charAt(at + 1);
    if (next === '*') {
      const end = text.indexOf('*@', at + 2);
      at = end === -1 ? text.length : end + 2;
      continue;
    }
    const isEscaped = next === '@' || (at > 0 && word.test(text.charAt(at - 1)));
    const end =
      isEscaped || directives.test(text.slice(at + 1, at + 30))
        ? at + 1
        : expressionEnd(text, at + 1, brackets);
    if (end > at + 1) tags.push(tagOf(text, at, end));
    at = Math.max(end, isEscaped ? at + 2 : at + 1);
  }
  return { tags, isPartial: brackets.isPartial };
};
