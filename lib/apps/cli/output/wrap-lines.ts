import { columnsOf } from './fit-cell.ts';

const wrapLine = (line: string, columns: number): string => {
  const indent = `${/^ */.exec(line)?.[0] ?? ''}  `;
  const lines: string[] = [];
  let current = '';
  for (const word of line.trimStart().split(' ')) {
    const start = lines.length === 0 ? indent.slice(2) : indent;
    const longer = current === '' ? `${start}${word}` : `${current} ${word}`;
    if (current !== '' && columnsOf(longer) > columns) {
      lines.push(current);
      current = `${indent}${word}`;
    } else current = longer;
  }
  return [...lines, current].join('\n');
};

/** Breaks the lines that a terminal would break within a word. Without a terminal, nothing is broken. */
export const wrapLines = (text: string, columns: number | undefined): string =>
  columns === undefined
    ? text
    : text
        .split('\n')
        .map((line) => (columnsOf(line) <= columns ? line : wrapLine(line, columns)))
        .join('\n');
