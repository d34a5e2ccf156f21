import type { EmbeddedCode } from './embedded-code.ts';
import { blank, blocksOf } from './page-blocks.ts';

/** Extracts the scripts of a single-file component; everything else is blanked, which keeps offsets. */
export const vueCode = (page: string): EmbeddedCode => {
  let text = '';
  let at = 0;
  for (const { start, end } of blocksOf(page, 'script')) {
    text += blank(page.slice(at, start)) + page.slice(start, end);
    at = end;
  }
  return { text: text + blank(page.slice(at)), placeIn: (place) => place };
};
