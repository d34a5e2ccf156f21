import { isBlank, isWord, longestWord, skipBlanks, wordAt } from './characters.ts';
import { PageCode, type EmbeddedCode } from './page-code.ts';
import { firstOf, searchIn, type Search } from './search-in.ts';

/** The method that a servlet container generates for a page, with its implicit objects. */
const head =
  'void service(HttpServletRequest request, HttpServletResponse response, HttpSession session, ' +
  'ServletContext application, PageContext pageContext, JspWriter out) throws Exception {\n';

type Part = 'nothing' | 'members' | 'statements' | 'expression';

/** The tags with code of a page, and those that look like them. */
const tags: readonly (readonly [open: string, close: string, part: Part])[] = [
  ['<%--', '--%>', 'nothing'],
  ['<%@', '%>', 'nothing'],
  ['<%!', '%>', 'members'],
  ['<%=', '%>', 'expression'],
  ['<%', '%>', 'statements'],
];

/** The elements with code, whatever their prefix. */
const elements: readonly (readonly [name: string, part: Part])[] = [
  [':declaration', 'members'],
  [':expression', 'expression'],
  [':scriptlet', 'statements'],
];
const names = elements.map(([name]) => name);
const begins = ['<%', '${', '#{', ...names];

const [characterData, endOfData] = ['<![CDATA[', ']]>'];

/** Signs that XML replaces in code that it does not quote. */
const replaced = ['&', '<!--', characterData];

const isAny = (text: string, signs: readonly string[]): boolean => signs.some((sign) => text.includes(sign));

/** Returns the bounds of the code of an element, which XML may quote. */
const withoutQuotes = (page: string, from: number, to: number): [from: number, to: number] => {
  const start = skipBlanks(page, from);
  let end = to;
  while (end > start && isBlank(page.charAt(end - 1))) end -= 1;
  const isQuoted = page.startsWith(characterData, start) && page.startsWith(endOfData, end - 3);
  return isQuoted ? [start + characterData.length, end - 3] : [from, to];
};

/** Reads the Java of a page: its members, and its scriptlets and expressions as the body of a method. */
class JspReader {
  readonly #page: string;
  readonly #members: PageCode;
  readonly #body: PageCode;
  readonly #search: Search;
  #isPartial = false;
  /** The length of expressions of the page's own language that may still be read. */
  #work: number;

  constructor(page: string) {
    this.#page = page;
    this.#members = new PageCode(page);
    this.#body = new PageCode(page);
    this.#search = searchIn(page);
    this.#work = 4 * page.length;
  }

  read(): EmbeddedCode {
    const page = this.#page;
    for (let at = 0; at < page.length;) {
      const next = firstOf(this.#search, begins, at);
      if (next === -1) break;
      if (page.charAt(next) === '<') at = this.#tag(next);
      else if (page.charAt(next) === ':') at = this.#element(next);
      else at = this.#value(next);
    }
    const code = new PageCode(page).add('class Page {\n', 0).append(this.#members);
    return code.add(head, 0).append(this.#body).add('}}', page.length).embedded(this.#isPartial);
  }

  /** Adds code; a line break ends a comment. An expression is printed. */
  #take(part: Part, [from, to]: readonly [from: number, to: number], at: number): void {
    // Such a tag may be text of the page, and the code in it an element's.
    this.#isPartial ||= isAny(this.#page.slice(from, to), names);
    if (part === 'members') this.#members.take(from, to).add('\n', to);
    else if (part === 'statements') this.#body.take(from, to).add('\n', to);
    else if (part === 'expression') this.#body.add('out.print(', at).take(from, to).add('\n);\n', to);
  }

  #tag(at: number): number {
    const page = this.#page;
    const [open, close, part] = tags.find(([each]) => page.startsWith(each, at))!;
    const from = at + open.length;
    const closed = this.#search(close, from);
    const end = closed === -1 ? page.length : closed;
    this.#isPartial ||= closed === -1 || (open === '<%--' && this.#isInValue(at));
    this.#take(part, [from, end], at);
    return end;
  }

  /** Whether a tag seems to be in the value of an action's attribute, where it is text. */
  #isInValue(at: number): boolean {
    const longest = 2000;
    const before = this.#page.slice(Math.max(0, at - longest), at);
    const open = before.lastIndexOf('<');
    const name = wordAt(before, open + 1, '-:.');
    const rest = before.slice(open);
    return name.includes(':') && ['"', "'"].some((quote) => rest.split(quote).length % 2 === 0);
  }

  /** Reads `<jsp:scriptlet>…</jsp:scriptlet>`. */
  #element(colon: number): number {
    const page = this.#page;
    const [name, part] = elements.find(([each]) => page.startsWith(each, colon))!;
    const behind = colon + name.length;
    let start = colon;
    while (
      start > colon - longestWord &&
      (isWord(page.charAt(start - 1)) || '-.'.includes(page.charAt(start - 1) || ' '))
    )
      start -= 1;
    const isTag =
      start < colon && page.charAt(start - 1) === '<' && '> /\t\r\n'.includes(page.charAt(behind));
    const opened = isTag ? this.#search('>', behind) : -1;
    if (opened === -1 || page.charAt(opened - 1) === '/') return behind;
    const closed = this.#search(`</${page.slice(start, behind)}`, opened);
    const end = closed === -1 ? page.length : closed;
    const [from, to] = withoutQuotes(page, opened + 1, end);
    const code = page.slice(from, to);
    this.#isPartial ||= closed === -1 || isAny(code, from > opened + 1 ? [endOfData] : replaced);
    this.#take(part, [from, to], start - 1);
    return end + (closed === -1 ? 0 : 2 + behind - start);
  }

  /** Notes a tag in an expression of the page's own language, which is a text there unless such expressions are ignored. */
  #value(at: number): number {
    const page = this.#page;
    let quote = '';
    let end = at + 2;
    for (; end < page.length && this.#work > 0; end += 1) {
      const sign = page.charAt(end);
      this.#work -= 1;
      if (quote === '' && sign === '}') break;
      if (sign === '\\') end += 1;
      else if (quote !== '') quote = sign === quote ? '' : quote;
      else if (sign === '"' || sign === "'") quote = sign;
    }
    this.#isPartial ||= this.#work <= 0 || page.slice(at, end).includes('<%');
    return at + 2;
  }
}

/** Extracts the Java of a page. */
export const jspCode = (page: string): EmbeddedCode => new JspReader(page).read();
