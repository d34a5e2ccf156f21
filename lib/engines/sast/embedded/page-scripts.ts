import { lowerAscii, replaceTags, scriptsOf } from '../templates/page.ts';
import { scriptElements, type ScriptRange } from '../templates/script-elements.ts';
import type { Tag, TemplatePage } from '../templates/tags.ts';
import { Brackets } from './brackets.ts';
import { scriptEnd } from './literals.ts';
import { blank } from './page-blocks.ts';
import { pugLines, type PugLine } from './pug-lines.ts';

/** Tags that put a value into the page; others become spaces. */
const writing: ReadonlySet<string> = new Set(['<%=', '<%-', '{{', '{{{', '${', '{!!', '<%==', '@', '@(']);
const control = /^(?:[#/>!^&]|else\b)/;

/** A value in a script becomes a name, which is valid in a string and as an expression. */
const replacementOf = ({ open, content, start, end }: Tag, text: string): string =>
  writing.has(open) && !control.test(content)
    ? text.slice(start, end).replace(/[^\n]/g, '_')
    : blank(text.slice(start, end));

/** Blanks everything but some ranges, which keeps offsets. */
const only = (page: string, ranges: readonly ScriptRange[]): string => {
  const parts: string[] = [];
  let at = 0;
  for (const [opened, closed] of ranges) {
    parts.push(blank(page.slice(at, opened + 1)), page.slice(opened + 1, closed));
    at = closed;
  }
  return parts.join('') + blank(page.slice(at));
};

/**
 * Returns the scripts that a browser runs in each way in which the page may be read: with and without comments and quotes, and, of
 * a page that may be no template, with what looks like tags of one. Everything else is blanked.
 */
const inlineScripts = ({ text: page, kind, tags }: TemplatePage): string[] => {
  if (!/<script/i.test(page)) return [];
  const plain = replaceTags(page, tags, (tag) => replacementOf(tag, page));
  const texts = (kind === 'jinja' ? [plain, page] : [plain]).flatMap((text) => {
    const lower = lowerAscii(text);
    return [scriptsOf(lower), scriptElements(lower)].map((ranges) => only(text, ranges));
  });
  return [...new Set(texts)];
};

/**
 * Returns the code of a template of EJS. Each tag is a statement of its own that ends its last comment; `\r` ends a line for the
 * parser without moving places.
 */
const ejsCode = (page: string): string | undefined => {
  const parts: string[] = [];
  let at = 0;
  for (let open = page.indexOf('<%'); open !== -1; open = page.indexOf('<%', at)) {
    const mark = page.charAt(open + 2);
    // It stands for `<%` itself.
    if (mark === '%') {
      parts.push(blank(page.slice(at, open + 3)));
      at = open + 3;
      continue;
    }
    const isExpression = mark === '=' || mark === '-';
    const end = page.indexOf('%>', open + 2);
    // EJS refuses such a template.
    if (end === -1) break;
    const from = Math.min(end, open + (isExpression || mark === '_' ? 3 : 2));
    parts.push(blank(page.slice(at, open)));
    if (mark === '#') parts.push(blank(page.slice(open, end)), '  ');
    else {
      const to = end > from && /[-_]/.test(page.charAt(end - 1)) ? end - 1 : end;
      const begin = isExpression ? '; (' : '; ';
      parts.push(begin.padEnd(from - open), page.slice(from, to), blank(page.slice(to, end)));
      parts.push(isExpression ? '\r)' : '\r ');
    }
    at = end + 2;
  }
  return at === 0 ? undefined : parts.join('') + blank(page.slice(at));
};

/** Returns a line of a script in Pug, in which a value of the template becomes a name. */
const scriptLine = (page: string, { from, to }: PugLine, brackets: Brackets): string => {
  const line = page.slice(from, to);
  const parts: string[] = [];
  let at = 0;
  for (let open = line.indexOf('{', 1); open !== -1; open = line.indexOf('{', Math.max(at, open + 1))) {
    if (!'#!'.includes(line.charAt(open - 1))) continue;
    const closed = Math.min(to, brackets.closedAt(from + open) ?? to) - from;
    parts.push(line.slice(at, open - 1), '_'.repeat(closed - open + 1));
    at = closed;
  }
  return parts.join('') + line.slice(at);
};

/** Returns the scripts of a Pug template, which are texts below `script.`; everything else is blanked. */
const pugScripts = (page: string): string => {
  const brackets = new Brackets(page, scriptEnd);
  const parts: string[] = [];
  let at = 0;
  for (const line of pugLines(page, brackets)) {
    if (line.kind !== 'text' || line.element !== 'script') continue;
    parts.push(blank(page.slice(at, line.from)), scriptLine(page, line, brackets));
    at = line.to;
  }
  return parts.join('') + blank(page.slice(at));
};

/** The code of a template that is no code of its page. */
const ownScripts = ({ text, kind }: TemplatePage): string | undefined => {
  if (kind === 'ejs') return ejsCode(text);
  return kind === 'pug' ? pugScripts(text) : undefined;
};

/** Returns the JavaScript of a template or page as texts on the same lines: its scripts and, in EJS, its own code. */
export const pageScripts = (template: TemplatePage): string[] =>
  [...(template.kind === 'vue' ? [] : inlineScripts(template)), ownScripts(template) ?? ''].filter((text) =>
    /\S/.test(text),
  );
