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
const endOfName = (page: string, from: number): number => {
  let at = from;
  const isPart = (sign: string): boolean => isWord(sign) || (sign !== '' && nameSigns.includes(sign));
  while (isPart(page.charAt(at)) && !page.startsWith('#{', at)) at += 1;
  while (at > from && '.:'.includes(page.charAt(at - 1))) at -= 1;
  return at;
};

/** A part of an element's head in brackets, without them. */
interface HeadPart {
  kind: 'attributes' | 'value';
  from: number;
  to: number;
}

/** The name, classes and attributes of an element in any order. */
interface Head {
  parts: readonly HeadPart[];
  end: number;
}

const merged = '&attributes(';

/** Reads the head of an element from an offset. */
export const headAt = (page: string, from: number, brackets: Brackets): Head => {
  const parts: HeadPart[] = [];
  let at = from;
  for (;;) {
    at = endOfName(page, at);
    const isValue = page.startsWith(merged, at) || page.startsWith('#{', at);
    if (!isValue && page.charAt(at) !== '(') return { parts, end: at };
    const open = page.startsWith(merged, at) ? at + merged.length - 1 : at + (isValue ? 1 : 0);
    const closed = brackets.closedAt(open);
    if (closed === undefined) return { parts, end: at };
    parts.push({ kind: isValue ? 'value' : 'attributes', from: open + 1, to: closed - 1 });
    at = closed;
  }
};

/** Whether another element follows on the line: `li: a`. */
export const isNested = (page: string, at: number): boolean =>
  page.charAt(at) === ':' && (page.charAt(at + 1) === ' ' || page.charAt(at + 1) === '\t');

/** Signs that begin lines without elements. */
const noElements = '-=|<!:/';

/** Returns the end of a line, whose attributes may go on in the next ones, and that of the head of its last element. */
const endsOfLine = (page: string, from: number, brackets: Brackets): { to: number; headEnd: number } => {
  if (noElements.includes(page.charAt(from))) return { to: indexOrEnd(page, '\n', from), headEnd: from };
  let at = from + (page.charAt(from) === '+' ? 1 : 0);
  for (;;) {
    at = headAt(page, at, brackets).end;
    if (!isNested(page, at)) return { to: indexOrEnd(page, '\n', at), headEnd: at };
    at += 2;
  }
};

/** Returns the region that a line begins. */
const regionOf = (page: string, { from, to, indent }: PugLine, headEnd: number): Region | undefined => {
  if (page.startsWith('//', from)) return { indent, kind: 'comment' };
  const line = page.slice(from, to).trimEnd();
  if (line === '-') return { indent, kind: 'code' };
  const isElement = !noElements.includes(page.charAt(from));
  const isText = isElement && page.slice(headEnd, to).trimEnd() === '.';
  return isText || page.charAt(from) === ':'
    ? { indent, kind: 'text', element: wordAt(page, from, '-') }
    : undefined;
};

/** Pug takes a lone carriage return for the end of a line, too. */
export const withFeeds = (page: string): string => page.replaceAll('\r', '\n');

/** Returns the lines of a template without its comments. */
export const pugLines = (text: string, brackets: Brackets): PugLine[] => {
  const page = withFeeds(text);
  const lines: PugLine[] = [];
  let region: Region | undefined;
  for (let at = 0; at < page.length;) {
    const feed = page.indexOf('\n', at);
    const lineEnd = feed === -1 ? page.length : feed;
    const indent = indentAt(page, at, lineEnd);
    const from = at + indent;
    const isEmpty = page.slice(from, lineEnd).trim() === '';
    if (!isEmpty && region && indent <= region.indent) region = undefined;
    const isPlain = region !== undefined || isEmpty;
    const { to, headEnd } = isPlain ? { to: lineEnd, headEnd: from } : endsOfLine(page, from, brackets);
    at = to + 1;
    if (isEmpty || region?.kind === 'comment') continue;
    const before = lines.at(-1);
    if (before && before.kind === 'line' && before.indent < indent) before.hasBlock = true;
    const kind = region?.kind ?? 'line';
    const element = region?.element;
    const line: PugLine = { from, to, indent, kind, hasBlock: false, ...(element && { element }) };
    region ??= regionOf(page, line, headEnd);
    if (region?.kind !== 'comment') lines.push(line);
  }
  return lines;
};
