import type { Tag } from './tags.ts';

/** The attributes of Vue that put markup into the page as it is. */
const rawMarkup =
  /\s(v-html|(?::|v-bind:)(?:innerHTML|inner-html)(?:\.prop)?)\s{0,5}=\s{0,5}(?:"([^"]{0,2000})"|'([^']{0,2000})')/g;

/** Blanks scripts and styles, in which such a text is no attribute. Offsets stay. */
const markupOf = (text: string): string =>
  text.replace(/<(script|style)\b[^>]{0,500}>[^]*?<\/\1\s{0,5}>/g, (block) => block.replace(/[^\n]/g, ' '));

/** Returns the attributes of a single-file component that write raw markup. */
export const vueTags = (text: string): Tag[] => {
  if (!/v-html|innerHTML|inner-html/.test(text)) return [];
  return [...markupOf(text).matchAll(rawMarkup)].map((match): Tag => {
    const [whole, , double, single] = match;
    const start = match.index + 1;
    const content = (double ?? single ?? '').trim();
    return { open: 'v-html', content, start, end: match.index + whole.length };
  });
};
