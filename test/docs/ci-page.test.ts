import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ciReaders } from '@scangate/cli/ci/index';
import { reportMediaTypes } from '@scangate/domain/reports/report-names';
import { reportTypes } from '@scangate/domain/reports/report-formats';

const page = readFileSync('docs/clients/ci.md', 'utf8');

/** The cells of the rows that begin with a name in code. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `') && !line.startsWith('| `--'))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));

test('the page has every CI by its name', () => {
  for (const { host, title } of ciReaders)
    expect(rows.filter(([, name]) => name === host).map((cells) => cells[2])).toEqual([title]);
});

test('the page has every report with its media type', () => {
  const known = new Set(Object.keys(reportMediaTypes));
  const shown = rows.filter(([, name = '']) => known.has(name)).map(([, name, , type]) => [name, type]);
  expect(Object.fromEntries(shown)).toEqual(reportMediaTypes);
  const types = new Set<string>(Object.values(reportMediaTypes));
  expect(reportTypes.filter((type) => !types.has(type))).toEqual(['application/xml; charset=utf-8']);
});
