import type { EmbeddedCode } from './embedded-code.ts';

const script = /<script\b([^>]{0,500})>([^]*?)(?:<\/script\s{0,5}>|$)/g;

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Takes the scripts out of a single-file component; everything else is blank, so that offsets stay. */
export const vueCode = (page: string): EmbeddedCode => {
  let text = '';
  let at = 0;
  for (const match of page.matchAll(script)) {
    const begins = match.index + match[0].indexOf('>') + 1;
    const code = match[2] ?? '';
    text += blank(page.slice(at, begins)) + code;
    at = begins + code.length;
  }
  return { text: text + blank(page.slice(at)), placeIn: (place) => place };
};
