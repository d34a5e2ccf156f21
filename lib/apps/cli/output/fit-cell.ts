import stringWidth from 'string-width';

/** Made when a text needs it: that takes as long as a third of a start of Node. */
let segmenter: Intl.Segmenter | undefined;

const charactersOf = (text: string): string[] =>
  [...(segmenter ??= new Intl.Segmenter()).segment(text)].map(({ segment }) => segment);

/** The number of columns that a text takes on a terminal. */
export const columnsOf = (text: string): number => (/^[ -~]*$/.test(text) ? text.length : stringWidth(text));

/** Takes as many whole characters as fit into some columns. */
const take = (characters: readonly string[], columns: number): string => {
  let [taken, used] = ['', 0];
  for (const character of characters) {
    const width = columnsOf(character);
    if (used + width > columns) break;
    taken += character;
    used += width;
  }
  return taken;
};

/** Shortens a text to some columns, with an ellipsis where characters are left out: at its end, or at its start. */
export const fitCell = (text: string, columns: number, keeps: 'start' | 'end' = 'start'): string => {
  if (columnsOf(text) <= columns) return text;
  if (columns < 1) return '';
  const characters = charactersOf(text);
  if (keeps === 'start') return `${take(characters, columns - 1)}…`;
  const kept = take(characters.toReversed(), columns - 1);
  const count = charactersOf(kept).length;
  return `…${characters.slice(characters.length - count).join('')}`;
};

/** Fills a text with spaces up to some columns. */
export const padCell = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - columnsOf(text)));
