import { lowerAscii } from './page.ts';
import { readTag } from './script-elements.ts';
import type { Tag } from './tags.ts';

/**
 * Returns the forms of a page, each with its content, in linear time. An unclosed form ends with the page; in its own tag there is
 * no `>`, which a quoted value may have.
 * @param blanked the page without the template's own tags, by which the tag of a form ends.
 */
export const formsOf = (text: string, blanked: string): Tag[] => {
  const page = lowerAscii(blanked);
  const contentOf = (start: number, end: number): string => {
    const form = page.slice(start, end);
    const { end: closed } = readTag(form, '<form'.length);
    const opened = closed === -1 ? form.indexOf('>') : closed;
    const from = opened === -1 ? end : start + opened;
    return blanked.slice(start, from).replaceAll('>', '·') + text.slice(from, end);
  };
  const forms: Tag[] = [];
  for (let at = page.indexOf('<form'); at !== -1;) {
    const closed = page.indexOf('</form', at);
    const end = closed === -1 ? page.length : closed;
    const isElement = /[\s>]/.test(page.charAt(at + '<form'.length));
    if (isElement)
      forms.push({ open: '<form', content: contentOf(at, end), start: at, end: at + '<form'.length });
    at = page.indexOf('<form', end);
  }
  return forms;
};
