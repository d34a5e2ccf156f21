import { blank, blocksOf } from '../embedded/page-blocks.ts';
import type { PagePlace } from './page.ts';
import type { Tag } from './tags.ts';

/** The Vue attributes that insert raw markup. */
const rawMarkup =
  /\s(v-html|(?::|v-bind:)(?:innerHTML|inner-html)(?:\.prop)?)\s{0,5}=\s{0,5}(?:"([^"]{0,2000})"|'([^']{0,2000})')/g;

/** The Vue attributes whose value is a URL that an element opens. */
const boundAddress =
  /<(a|area|embed|form|iframe)\s(?:[^<>]{0,300}\s)?(?::|v-bind:)(href|src|action)\s{0,5}=\s{0,5}(?:"([^"<>]{0,300})"|'([^'<>]{0,300})')/g;

/** Blanks the blocks of an element, in which such a text is not an attribute. Offsets are kept. */
const withoutBlocks = (page: string, element: string): string => {
  let text = '';
  let at = 0;
  for (const { start, end } of blocksOf(page, element)) {
    text += page.slice(at, start) + blank(page.slice(start, end));
    at = end;
  }
  return text + page.slice(at);
};

/** Returns the attributes of a single-file component that write raw markup or a whole URL. */
export const vueTags = (text: string): Tag[] => {
  if (!/v-html|innerHTML|inner-html|:(?:href|src|action)\b/.test(text)) return [];
  const page = withoutBlocks(withoutBlocks(text, 'script'), 'style');
  const addresses = [...page.matchAll(boundAddress)].map((match): Tag & Partial<PagePlace> => {
    const [whole, element = '', attribute = '', double, single] = match;
    const content = (double ?? single ?? '').trim();
    const [start, end] = [match.index, match.index + whole.length];
    return { open: 'v-href', content, start, end, element, attribute, beginsAttribute: true };
  });
  const markup = [...page.matchAll(rawMarkup)].map((match): Tag => {
    const [whole, , double, single] = match;
    const start = match.index + 1;
    const content = (double ?? single ?? '').trim();
    return { open: 'v-html', content, start, end: match.index + whole.length };
  });
  return [...markup, ...addresses].toSorted((a, b) => a.start - b.start);
};
