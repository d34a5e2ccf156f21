import { blank, blocksOf } from '../embedded/page-blocks.ts';
import type { PagePlace } from './page.ts';
import type { Tag } from './tags.ts';

/** The Vue attributes that insert raw markup, also of a template in Pug. */
const rawMarkup =
  /[\s("',/](v-html|(?::|\.|v-bind:)(?:innerHTML|inner-html)(?:\.prop)?)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=]+))/g;

/** The elements that open a URL, and their attributes for it. */
const opening = /^(?:a|area|embed|form|iframe)$/;
const boundAddress = /^(?::|\.|v-bind:)(href|src|action)(?:\.(?:attr|prop|camel))?$/;

const elementStart = /<([a-z][\w.:-]*)/gi;
const attributeAt = /([^\s=<>"'/][^\s=<>/]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=]+)))?/y;

interface Attribute {
  name: string;
  value: string;
  end: number;
}

/** Returns the attributes of an element from behind its name. Another element may begin in a text that looks like a tag. */
const attributesFrom = (page: string, from: number): Attribute[] => {
  const attributes: Attribute[] = [];
  let at = from;
  while (at < page.length && !'<>'.includes(page.charAt(at))) {
    attributeAt.lastIndex = at;
    const match = attributeAt.exec(page);
    if (match) {
      const [, name = '', double, single, bare] = match;
      attributes.push({ name, value: (double ?? single ?? bare ?? '').trim(), end: attributeAt.lastIndex });
    }
    at = match ? attributeAt.lastIndex : at + 1;
  }
  return attributes;
};

/** Returns the attributes whose value is a URL that an element opens. */
const addressesIn = (page: string): (Tag & Partial<PagePlace>)[] =>
  [...page.matchAll(elementStart)].flatMap((match) => {
    const element = match[1]!.toLowerCase();
    if (!opening.test(element)) return [];
    return attributesFrom(page, match.index + match[0].length).flatMap(({ name, value, end }) => {
      const attribute = boundAddress.exec(name)?.[1];
      if (attribute === undefined) return [];
      const start = match.index;
      return [
        { open: 'v-href', content: value, start, end, element, attribute, beginsAttribute: true as const },
      ];
    });
  });

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
  if (!/v-html|innerHTML|inner-html|[:.](?:href|src|action)\b/.test(text)) return [];
  const page = withoutBlocks(withoutBlocks(text, 'script'), 'style');
  const markup = [...page.matchAll(rawMarkup)].map((match): Tag => {
    const [whole, , double, single, bare] = match;
    const start = match.index + 1;
    const content = (double ?? single ?? bare ?? '').trim();
    return { open: 'v-html', content, start, end: match.index + whole.length };
  });
  return [...markup, ...addressesIn(page)].toSorted((a, b) => a.start - b.start);
};
