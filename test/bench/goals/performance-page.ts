import type { JudgedGoal } from './goal-table.ts';

const columnOfFigure = 5;
const columnOfCommit = 6;

/**
 * Writes the figures of goals into the rows of `docs/performance.md` that list them, with the commit at which they were
 * measured. The others keep theirs.
 */
export const withFigures = (page: string, judged: readonly JudgedGoal[], commit: string): string =>
  page
    .split('\n')
    .map((line) => {
      const cells = line.split('|');
      const [, subject, goal, unit] = cells.map((cell) => cell.trim());
      const found = judged.find(
        (each) => each.subject === subject && each.goal === goal && each.unit === unit,
      );
      const [width, commitWidth] = [cells[columnOfFigure]?.length, cells[columnOfCommit]?.length];
      if (!found?.worst || width === undefined || commitWidth === undefined) return line;
      const figure = `${found.worst.value.toLocaleString('en')}${found.verdict === 'OVER' ? ', over' : ''}`;
      cells[columnOfFigure] = ` ${figure} `.padEnd(width);
      cells[columnOfCommit] = ` ${commit} `.padEnd(commitWidth);
      return cells.join('|');
    })
    .join('\n');
