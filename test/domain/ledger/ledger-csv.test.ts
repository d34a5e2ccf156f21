import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine, escapeCell, escapeFormula, unescapeFormula } from '@scangate/domain/reports/csv/csv-cells';
import {
  headerLine,
  ledgerColumns,
  InvalidRow,
  formatRow,
  parseRow,
} from '@scangate/domain/ledger/ledger-csv';
import { CsvReader } from '@scangate/domain/ledger/ledger-csv-reader';
import { ledgerView } from '@scangate/domain/ledger/ledger-view';
import { accountId, hostileText, someEntries } from '#test/support/billing/sealed-ledger.ts';
import { noon } from '#test/support/world.ts';

const read = (text: string, pieceLength = text.length || 1) => {
  const reader = new CsvReader();
  const pieces = Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, index) =>
    text.slice(index * pieceLength, (index + 1) * pieceLength),
  );
  return [...pieces.flatMap((piece) => [...reader.push(piece)]), ...reader.end()];
};
const cellsOf = (text: string, pieceLength?: number) => read(text, pieceLength).map(({ cells }) => cells);

const entry = (more: object) => ({
  accountId,
  pool: 'core' as const,
  cause: 'adjust#1',
  at: noon.toISOString(),
  kind: 'adjust' as const,
  amount: -5,
  ...more,
});

test('the columns and their order are stable', () => {
  expect(headerLine()).toBe(
    'at,pool,kind,amount,source,motif,scanId,projectUnitId,sourceTrigger,invoiceId,organizationId,personId,cause,segment,position,previousHash,hash\r\n',
  );
});

describe('formulas in the CSV', () => {
  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u00a0@x',
    '\u200b=1',
    '\0=1',
    '＝1',
    '\tx',
  ])('%j is escaped', (text) => {
    const line = formatRow(ledgerView(entry({ motif: text })));
    const [cells] = cellsOf(line);
    expect(cells?.[5]).toBe(`'${text}`);
    expect(parseRow(cells ?? []).motif).toBe(text);
  });

  test.each(['a=1', '1-1', 'name@example.com', "it's", "'quoted'", ''])('%j is not escaped', (text) => {
    expect(escapeFormula(text)).toBe(text);
  });

  test('a negative amount stays a number', () => {
    expect(formatRow(ledgerView(entry({ amount: -5 })))).toContain(',adjust,-5,');
  });

  test('no text cell begins a formula, and every text survives a round trip', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const cell = escapeFormula(text);
        expect(cell.trimStart()).not.toMatch(/^[=+\-@]/);
        expect(cell).not.toMatch(/^[\t\r]/);
        expect(unescapeFormula(cell)).toBe(text);
      }),
    );
  });
});

describe('CSV', () => {
  test('every entry survives a round trip, in pieces of any length', () => {
    fc.assert(
      fc.property(someEntries('core'), fc.integer({ min: 1, max: 50 }), (entries, pieceLength) => {
        const views = entries.map(ledgerView);
        const rows = cellsOf(views.map(formatRow).join(''), pieceLength).map((cells) =>
          parseRow(cells ?? []),
        );
        expect(rows).toEqual(views);
      }),
    );
  });

  test('cells are quoted where necessary, and quotes are doubled', () => {
    const line = formatRow(ledgerView(entry({ motif: 'say "no",\r\nor not' })));
    expect(line).toContain(',"say ""no"",\r\nor not",');
  });

  test.each(['a;=1+1', 'a\t=1+1'])('%j is quoted, because a spreadsheet may separate cells there', (text) => {
    expect(csvLine(['x', text])).toBe(`x,"${text}"\r\n`);
    expect(cellsOf(csvLine(['x', text]))).toEqual([['x', text]]);
  });

  test.each([
    ['a;=1+1', "a;'=1+1"],
    ['a\t+1', "a\t'+1"],
    ['a; "=1', 'a; "\'=1'],
    ['a\n=1', "a\n'=1"],
    ['=1;=2', "'=1;'=2"],
    ['a;b - c', 'a;b - c'],
  ])('%j is not a formula after any separator', (text, cell) => {
    expect(escapeCell(text)).toBe(cell);
  });

  test('lines may end with LF, the last one with nothing; blank lines and a byte order mark are ignored', () => {
    expect(cellsOf('\ufeffa,b\n\n"c",d')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  test('the last cell of a file may be quoted', () => {
    expect(cellsOf('a,"b"')).toEqual([['a', 'b']]);
  });

  test('a row has the number of its first line, even after cells of several lines', () => {
    expect(read('a\r\n"b\nb\nb"\r\nc\r\n').map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  test.each([
    ['a quote that is not closed', 'a\r\n"b'],
    ['a quote within a cell', 'a\r\nb"c"\r\n'],
    ['text after a quoted cell', 'a\r\n"b"c\r\n'],
    ['one letter after a quoted cell', 'a\r\n"b"c\n'],
    ['half a line break after a quoted cell', 'a\r\n"b"\rc\r\n'],
    ['half a line break at the end', 'a\r\n"b"\r'],
    ['a row without end', `a\r\n"${'b\r\n'.repeat(70_000)}`],
  ])('%s is damage with a line number', (_what, text) => {
    for (const pieceLength of [1_000, text.length]) {
      const rows = read(text, pieceLength);
      expect(rows.at(-1)).toMatchObject({ line: 2, damage: expect.any(String) });
    }
  });
});

test('a row without an end is read up to 64 KB, and no more of it is kept in memory', () => {
  const reader = new CsvReader();
  expect([...reader.push(`"${'b'.repeat(64 * 1024 - 1)}`)]).toEqual([]);
  expect([...reader.push('b')]).toMatchObject([{ line: 1, damage: 'it has no end' }]);
});

describe('a row that no export contains is refused', () => {
  const cells = cellsOf(formatRow(ledgerView(entry({ motif: 'x' }))))[0] ?? [];
  const changed = (column: (typeof ledgerColumns)[number], cell: string) =>
    cells.map((old, index) => (index === ledgerColumns.indexOf(column) ? cell : old));

  test.each([
    ['too few cells', cells.slice(1)],
    ['no cause', changed('cause', '')],
    ['an amount in words', changed('amount', 'five')],
    ['an amount in another notation', changed('amount', '-05')],
    ['an amount out of range', changed('amount', '9'.repeat(16))],
    ['a formula', changed('motif', '=1')],
  ])('%s', (_what, bad) => {
    expect(() => parseRow(bad)).toThrow(InvalidRow);
  });
});
