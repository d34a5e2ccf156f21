import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A test that a page names: the text of a link is its title. */
interface CitedTest {
  title: string;
  file: string;
}

const folder = 'docs/security';

export const pageText = (page: string): string => readFileSync(join(folder, page), 'utf8');

/** Returns the rows of all tables of a page, as trimmed cells, without headings and rules. */
export const tableRows = (page: string): string[][] =>
  pageText(page)
    .split('\n')
    .filter((line, index, lines) => line.startsWith('|') && !isRule(line) && !isRule(lines[index + 1] ?? ''))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split('|')
        .map((cell) => cell.trim()),
    );

const isRule = (line: string): boolean => /^\|[\s|:-]+\|$/.test(line);

/** Returns the tests that a text links. */
export const citedTests = (text: string, page: string): CitedTest[] =>
  [...text.matchAll(/\[([^\]]+)\]\(([^)\s]*\/test\/[^)\s]+\.tsx?)\)/g)].map(
    ([, title = '', target = '']) => ({
      title,
      file: join(dirname(join(folder, page)), target),
    }),
  );

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a file has a test, or a group of tests, of this title: a text that is the first argument of a call. */
export const hasTest = ({ title, file }: CitedTest): boolean => {
  if (!existsSync(file)) return false;
  const source = readFileSync(file, 'utf8').replaceAll("\\'", "'");
  return new RegExp(`\\(\\s*['"\`]${escaped(title)}['"\`],`).test(source);
};
