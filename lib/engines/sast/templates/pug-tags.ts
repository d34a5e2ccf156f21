import type { Tag } from './tags.ts';

const statement =
  /^(?:-|\/\/|if\b|unless\b|else\b|while\b|each\b|for\b|case\b|when\b|default\b|mixin\b|include\b|extends\b|block\b|append\b|prepend\b|doctype\b)/;
const element = /^(?:[\w:-]{1,100}|[.#][\w-]{1,100})(?:[.#][\w-]{1,100}){0,20}/;
const rawAttribute = /[(,'"\])}\w]\s{1,20}([\w:@-]{1,100})!=(?!=)|\(([\w:@-]{1,100})!=(?!=)/g;

/** Returns the offset after the bracket that closes the one at `from`; the end of the line when it is not closed. */
const closingAt = (line: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < line.length; at++) {
    if (line[at] === '(') depth += 1;
    else if (line[at] === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return line.length;
};

/** Returns the offset of `!=` after an element, its attributes and its modifiers; -1 without one. */
const bufferedAt = (line: string): number => {
  if (line.startsWith('!=')) return 0;
  const name = element.exec(line)?.[0].length ?? 0;
  if (name === 0) return -1;
  const behind = line[name] === '(' ? closingAt(line, name) : name;
  return line.startsWith('!=', behind) && line[behind + 2] !== '=' ? behind : -1;
};

const attributesIn = (line: string): { at: number; content: string }[] => {
  const opens = line.indexOf('(');
  if (opens === -1 || !element.test(line)) return [];
  const attributes = line.slice(opens, closingAt(line, opens));
  return [...attributes.matchAll(rawAttribute)].map((match) => {
    const end = match.index + match[0].length;
    const content = attributes.slice(end, end + 200).replace(/[\s,)][^]*$/, '');
    return { at: opens + match.index + 1, content };
  });
};

const interpolations = (code: string, base: number): Tag[] => {
  const tags: Tag[] = [];
  let at = code.indexOf('!{');
  while (at !== -1) {
    const end = code.indexOf('}', at);
    if (end === -1) break;
    const content = code.slice(at + 2, end).trim();
    if (code[at - 1] !== '\\') tags.push({ open: '!{', content, start: base + at, end: base + end + 1 });
    at = code.indexOf('!{', end);
  }
  return tags;
};

const tagsOfLine = (line: string, offset: number): Tag[] => {
  const indent = line.length - line.trimStart().length;
  const code = line.slice(indent);
  const base = offset + indent;
  const tags = interpolations(code, base);
  if (statement.test(code) || code.startsWith('|')) return tags;
  const at = bufferedAt(code);
  if (at !== -1)
    tags.push({ open: '!=', content: code.slice(at + 2).trim(), start: base + at, end: base + code.length });
  for (const attribute of attributesIn(code)) {
    const start = base + attribute.at;
    tags.push({ open: '!=', content: attribute.content, start, end: start + 1 });
  }
  return tags;
};

/** Returns the places of a Pug template that write without escaping: `!=`, `a(href!=url)` and `!{}`. */
export const pugTags = (text: string): Tag[] => {
  if (!text.includes('!=') && !text.includes('!{')) return [];
  const tags: Tag[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    for (const tag of tagsOfLine(line, offset)) tags.push(tag);
    offset += line.length + 1;
  }
  return tags;
};
