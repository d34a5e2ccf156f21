import { blank, blocksOf } from './page-blocks.ts';
import { sameOffsets, type EmbeddedCode } from './page-code.ts';

/** Extracts the scripts of a single-file component; everything else is blanked, which keeps offsets. */
export const vueCode = (page: string): EmbeddedCode => {
  let text = '';
  let at = 0;
  for (const { start, end } of blocksOf(page, 'script')) {
    text += blank(page.slice(at, start)) + page.slice(start, end);
    at = end;
  }
  return sameOffsets(text + blank(page.slice(at)));
};
