import type { Tag } from './tags.ts';

const maxExpression = 2000;

/** Words that begin code or a directive rather than a value to output. */
const directives =
  /^(?:addTagHelper|attribute|code|do|else|for|foreach|functions|if|implements|inherits|inject|layout|lock|model|namespace|page|preservewhitespace|removeTagHelper|rendermode|section|switch|tagHelperPrefix|try|typeparam|using|while)\b/;

const word = /[\w.]/;
const name = /[\w.?]/;
const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

/** Returns the end of what a bracket opens, or undefined when it stays open. */
const closedAt = (text: string, from: number): number | undefined => {
  const open = text.charAt(from);
  const close = closing[open];
  let depth = 0;
  for (let at = from; at < text.length && at < from + maxExpression; at += 1) {
    const character = text.charAt(at);
    if (character === open) depth += 1;
    else if (character === close) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
};

/** Returns the end of `name.Member(…)[…]`; a trailing period ends a sentence. */
const expressionEnd = (text: string, from: number): number => {
  let at = from;
  while (at < text.length && at < from + maxExpression) {
    const character = text.charAt(at);
    if (Object.hasOwn(closing, character)) {
      const end = closedAt(text, at);
      if (end === undefined) break;
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
  const raw = /^(?:await )?Html\.Raw\(/.exec(written);
  if (raw) return { open: '@Html.Raw', content: written.slice(raw[0].length, -1).trim(), start, end };
  if (!written.startsWith('(')) return { open: '@', content: written, start, end };
  const content = written.slice(1, -1).trim();
  const markup = /^\(MarkupString\)\s{0,3}|^new (?:Html|Markup)String\(/.exec(content);
  return markup
    ? { open: '@Html.Raw', content: content.slice(markup[0].length), start, end }
    : { open: '@(', content, start, end };
};

/**
 * Returns the values that a Razor page writes. An `@` after a word belongs to a mail address, and `@@` is a literal
 * `@`.
 */
export const razorTags = (text: string): Tag[] => {
  const tags: Tag[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at)) {
    const next = text.charAt(at + 1);
    if (next === '*') {
      const end = text.indexOf('*@', at + 2);
      at = end === -1 ? text.length : end + 2;
      continue;
    }
    const isEscaped = next === '@' || (at > 0 && word.test(text.charAt(at - 1)));
    const end =
      isEscaped || directives.test(text.slice(at + 1, at + 30)) ? at + 1 : expressionEnd(text, at + 1);
    if (end > at + 1) tags.push(tagOf(text, at, end));
    at = Math.max(end, isEscaped ? at + 2 : at + 1);
  }
  return tags;
};
