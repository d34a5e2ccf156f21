/** A block of a page, such as `<script>…</script>`, without its tags. */
export interface PageBlock {
  start: number;
  end: number;
}

const isNameEnd = (character: string | undefined): boolean =>
  character === undefined || !/[\w-]/.test(character);

/** Returns the blocks of one element, in linear time. The last one may lack its end. */
export const blocksOf = (page: string, element: string): PageBlock[] => {
  const blocks: PageBlock[] = [];
  const open = `<${element}`;
  let at = page.indexOf(open);
  while (at !== -1) {
    const start = page.indexOf('>', at) + 1;
    if (start === 0) break;
    if (isNameEnd(page[at + open.length])) {
      const closed = page.indexOf(`</${element}`, start);
      const end = closed === -1 ? page.length : closed;
      blocks.push({ start, end });
      at = page.indexOf(open, end);
    } else at = page.indexOf(open, start);
  }
  return blocks;
};

/** Replaces everything but line breaks with spaces, which keeps offsets. */
export const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
