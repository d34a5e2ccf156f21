import stringWidth from 'string-width';

/** Created when a text needs it, because that takes a third of the time of starting Node. */
let segmenter: Intl.Segmenter | undefined;

const charactersOf = (text: string): string[] =>
  [...(segmenter ??= new Intl.Segmenter()).segment(text)].map(({ segment }) => segment);

/** The number of columns that a text occupies on a terminal. */
export const columnsOf = (text: string): number => (/^[ -~]*$/.test(text) ? text.length : stringWidth(text));

/** Takes as many whole characters as fit into a number of columns. */
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

/** Shortens a text to a number of columns, with an ellipsis for omitted characters at its end or its start. */
export const fitCell = (text: string, columns: number, keeps: 'start' | 'end' = 'start'): string => {
  if (columnsOf(text) <= columns) return text;
  if (columns < 1) return '';
  const characters = charactersOf(text);
  if (keeps === 'start') return `${take(characters, columns - 1)}…`;
  const kept = take(characters.toReversed(), columns - 1);
  const count = charactersOf(kept).length;
  return `…${characters.slice(characters.length - count).join('')}`;
};

/** Pads a text with spaces to a number of columns. */
export const padCell = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - columnsOf(text)));
