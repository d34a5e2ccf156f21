import type { EmbeddedCode } from './embedded-code.ts';

/** The method that a servlet container generates for a page, with its implicit objects. */
const head =
  'class Page { void service(HttpServletRequest request, HttpServletResponse response, HttpSession session, ' +
  'ServletContext application, PageContext pageContext, JspWriter out) throws Exception {';
const tail = '}}';

const lineBreaks = (text: string): string => text.replace(/[^\n]/g, '');

/** A part of the code that occurs in the page verbatim. */
interface Part {
  inCode: number;
  inPage: number;
  length: number;
}

const partAt = (parts: readonly Part[], offset: number): Part | undefined => {
  let [low, high] = [0, parts.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const part = parts[middle]!;
    if (part.inCode <= offset && (parts[middle + 1]?.inCode ?? Infinity) > offset) return part;
    if (part.inCode > offset) high = middle - 1;
    else low = middle + 1;
  }
  return undefined;
};

/** Extracts the scriptlets and expressions of a page as the body of a method; an expression is printed. */
export const jspCode = (page: string): EmbeddedCode => {
  let text = head;
  const parts: Part[] = [];
  let at = 0;
  for (let open = page.indexOf('<%'); open !== -1; open = page.indexOf('<%', at)) {
    text += lineBreaks(page.slice(at, open));
    const isComment = page.startsWith('<%--', open);
    const close = page.indexOf(isComment ? '--%>' : '%>', open + 2);
    const end = close === -1 ? page.length : close;
    const kind = page[open + 2] ?? '';
    const isExpression = kind === '=';
    // Comments, directives and declared members are not statements.
    if (isComment || kind === '@' || kind === '!') text += lineBreaks(page.slice(open, end));
    else {
      const from = open + (isExpression ? 3 : 2);
      if (isExpression) text += 'out.print(';
      parts.push({ inCode: text.length, inPage: from, length: end - from });
      text += page.slice(from, end) + (isExpression ? ');' : ' ');
    }
    at = close === -1 ? page.length : end + (isComment ? 4 : 2);
  }
  text += lineBreaks(page.slice(at)) + tail;
  const inPage = (offset: number): number => {
    const part = partAt(parts, offset);
    return part ? part.inPage + Math.min(part.length, offset - part.inCode) : 0;
  };
  return {
    text,
    placeIn: ({ line, start }) => {
      const offset = inPage(start);
      return { line, column: offset - page.lastIndexOf('\n', offset - 1), start: offset };
    },
  };
};
