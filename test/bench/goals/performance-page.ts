import type { JudgedGoal } from './goal-table.ts';

const columnOfFigure = 4;

/** Writes the figures of goals into the rows of `docs/performance.md` that list them. The others keep theirs. */
export const withFigures = (page: string, judged: readonly JudgedGoal[]): string =>
  page
    .split('\n')
    .map((line) => {
      const cells = line.split('|');
      const [, subject, goal] = cells.map((cell) => cell.trim());
      const found = judged.find((each) => each.subject === subject && each.goal === goal);
      const width = cells[columnOfFigure]?.length;
      if (!found?.worst || width === undefined) return line;
      const figure = `${found.worst.value.toLocaleString('en')}${found.verdict === 'ok' ? '' : ', over'}`;
      cells[columnOfFigure] = ` ${figure} `.padEnd(width);
      return cells.join('|');
    })
    .join('\n');
