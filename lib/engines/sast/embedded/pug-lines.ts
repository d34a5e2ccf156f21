import type { Brackets } from './brackets.ts';
import { indexOrEnd, isWord, wordAt } from './characters.ts';

/** A line of a template, or several of them when brackets hold them together. */
export interface PugLine {
  /** The bounds without the indent and the line break. */
  from: number;
  to: number;
  indent: number;
  /** `code` is a line below a lone `-`, `text` one of a text, such as that of `script.`. */
  kind: 'line' | 'code' | 'text';
  /** The element whose text it is. */
  element?: string;
  /** Whether the next line is indented more. */
  hasBlock: boolean;
}

/** A part of the template that is read in another way, up to a line that is indented as it is. */
interface Region {
  indent: number;
  kind: 'code' | 'text' | 'comment';
  element?: string;
}

const indentAt = (page: string, from: number, to: number): number => {
  let at = from;
  while (at < to && (page.charAt(at) === ' ' || page.charAt(at) === '\t')) at += 1;
  return at - from;
};

/** Characters of the names of elements and attributes beside those of words. */
export const nameSigns = '-:.#@$';

/** Returns the end of an element's name: a period behind it begins a text below, a colon another element. */
export const endOfName = (page: string, from: number): number => {
  let at = from;
  while (isWord(page.charAt(at)) || (at < page.length && nameSigns.includes(page.charAt(at)))) at += 1;
  while (at > from && '.:'.includes(page.charAt(at - 1))) at -= 1;
  return at;
};

/** Whether another element follows on the line: `li: a`. */
export const isNested = (page: string, at: number): boolean =>
  page.charAt(at) === ':' && (page.charAt(at + 1) === ' ' || page.charAt(at + 1) === '\t');

/** Returns the end of a line; attributes may go on in the next ones. */
const endOfLine = (page: string, from: number, brackets: Brackets): number => {
  let at = from + (page.charAt(from) === '+' ? 1 : 0);
  for (;;) {
    at = endOfName(page, at);
    while (page.charAt(at) === '(') {
      const closed = brackets.closedAt(at);
      if (closed === undefined) return indexOrEnd(page, '\n', from);
      at = closed;
    }
    if (!isNested(page, at)) return indexOrEnd(page, '\n', at);
    at += 2;
  }
};

/** Returns the region that a line begins. */
const regionOf = (page: string, { from, to, indent }: PugLine): Region | undefined => {
  if (page.startsWith('//', from)) return { indent, kind: 'comment' };
  const line = page.slice(from, to).trimEnd();
  if (line === '-') return { indent, kind: 'code' };
  const element = wordAt(page, from, '-');
  if (line.endsWith('.') && line !== '.' && !line.includes(' ', line.lastIndexOf(')') + 1))
    return { indent, kind: 'text', element };
  return line === '.' || page.charAt(from) === ':' ? { indent, kind: 'text', element } : undefined;
};

/** Returns the lines of a template without its comments. */
export const pugLines = (page: string, brackets: Brackets): PugLine[] => {
  const lines: PugLine[] = [];
  let region: Region | undefined;
  for (let at = 0; at < page.length;) {
    const feed = page.indexOf('\n', at);
    const lineEnd = feed === -1 ? page.length : feed;
    const indent = indentAt(page, at, lineEnd);
    const from = at + indent;
    const isEmpty = page.slice(from, lineEnd).trim() === '';
    if (!isEmpty && region && indent <= region.indent) region = undefined;
    const to = region || isEmpty ? lineEnd : endOfLine(page, from, brackets);
    at = to + 1;
    if (isEmpty || region?.kind === 'comment') continue;
    const before = lines.at(-1);
    if (before && before.kind === 'line' && before.indent < indent) before.hasBlock = true;
    const kind = region?.kind ?? 'line';
    const element = region?.element;
    const line: PugLine = { from, to, indent, kind, hasBlock: false, ...(element && { element }) };
    region ??= regionOf(page, line);
    if (region?.kind !== 'comment') lines.push(line);
  }
  return lines;
};
