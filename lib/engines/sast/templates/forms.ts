import { lowerAscii } from './page.ts';
import type { Tag } from './tags.ts';

/**
 * Returns the forms of a page, each with its content, in linear time. An unclosed form ends with the page.
 * @param blanked the page without the template's own tags, by which the tag of a form ends.
 */
export const formsOf = (text: string, blanked: string): Tag[] => {
  const page = lowerAscii(blanked);
  const contentOf = (start: number, end: number): string => {
    const opened = page.slice(start, end).indexOf('>');
    const from = opened === -1 ? end : start + opened;
    return blanked.slice(start, from) + text.slice(from, end);
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
