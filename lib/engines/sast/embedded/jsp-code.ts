import { isBlank, skipBlanks } from './characters.ts';
import { PageCode, type EmbeddedCode } from './page-code.ts';
import { firstOf, searchIn } from './search-in.ts';

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
  ['<jsp:declaration>', '</jsp:declaration>', 'members'],
  ['<jsp:expression>', '</jsp:expression>', 'expression'],
  ['<jsp:scriptlet>', '</jsp:scriptlet>', 'statements'],
];
const begins = ['<%', '<jsp:declaration>', '<jsp:expression>', '<jsp:scriptlet>'];

const [characterData, endOfData] = ['<![CDATA[', ']]>'];

/** Returns the bounds of the code of an element, which XML may quote. */
const withoutQuotes = (page: string, from: number, to: number): [from: number, to: number] => {
  const start = skipBlanks(page, from);
  if (!page.startsWith(characterData, start)) return [from, to];
  let end = to;
  while (end > start && isBlank(page.charAt(end - 1))) end -= 1;
  return [start + characterData.length, page.startsWith(endOfData, end - 3) ? end - 3 : end];
};

/**
 * Extracts the Java of a page: its members, and its scriptlets and expressions as the body of a method; an expression is printed.
 */
export const jspCode = (page: string): EmbeddedCode => {
  const [members, body] = [new PageCode(page), new PageCode(page)];
  const search = searchIn(page);
  for (let at = firstOf(search, begins, 0); at !== -1;) {
    const [open, close, part] = tags.find(([each]) => page.startsWith(each, at))!;
    const closed = search(close, at + open.length);
    const end = closed === -1 ? page.length : closed;
    const [from, to] = open.startsWith('<jsp:')
      ? withoutQuotes(page, at + open.length, end)
      : [at + open.length, end];
    // A line break ends a comment.
    if (part === 'members') members.take(from, to).add('\n', to);
    else if (part === 'statements') body.take(from, to).add('\n', to);
    else if (part === 'expression') body.add('out.print(', at).take(from, to).add('\n);\n', to);
    at = firstOf(search, begins, end);
  }
  const code = new PageCode(page).add('class Page {\n', 0).append(members).add(head, 0).append(body);
  return code.add('}}', page.length).embedded();
};
