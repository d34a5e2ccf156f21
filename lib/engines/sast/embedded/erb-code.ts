import { blank } from './page-blocks.ts';
import { sameOffsets, type EmbeddedCode } from './page-code.ts';

/** Returns the offset after the opening delimiter: `<%=` and `<%-` begin code, `<%#` and `<%%` do not. */
const codeStart = (page: string, open: number): number | undefined => {
  const mark = page[open + 2] ?? '';
  if (mark === '#' || mark === '%') return undefined;
  if (mark === '-') return open + 3;
  if (mark !== '=') return open + 2;
  return page[open + 3] === '=' ? open + 4 : open + 3;
};

/** Extracts the Ruby of a page: everything else is blanked, which keeps offsets, and a tag ends its statement. */
export const erbCode = (page: string): EmbeddedCode => {
  let text = '';
  let at = 0;
  for (let open = page.indexOf('<%'); open !== -1; open = page.indexOf('<%', at)) {
    text += blank(page.slice(at, open));
    const start = codeStart(page, open);
    const closed = page.indexOf('%>', open + 2);
    const end = closed === -1 ? page.length : closed;
    if (start === undefined) text += blank(page.slice(open, end));
    else {
      const from = Math.min(start, end);
      // A tag may end with `-%>`.
      const to = page[end - 1] === '-' && end > from ? end - 1 : end;
      text += blank(page.slice(open, from)) + page.slice(from, to) + blank(page.slice(to, end));
    }
    at = Math.min(page.length, end + 2);
    if (at > end) text += `;${' '.repeat(at - end - 1)}`;
  }
  return sameOffsets(text + blank(page.slice(at)));
};
