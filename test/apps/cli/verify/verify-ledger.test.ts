import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runMain } from '#test/support/cli/run-main.ts';
import type { LedgerEntry } from '@scangate/domain/records';
import { accountId, csvOf, rowsOf } from '#test/support/billing/sealed-ledger.ts';
import { later } from '#test/support/world.ts';

const entries = Array.from({ length: 7 }, (_, index): LedgerEntry => ({
  accountId,
  pool: 'core',
  cause: `adjust#${index}`,
  at: later(index).toISOString(),
  kind: 'adjust',
  amount: 10 + index,
  motif: `=1+${index}\r\nand "so" on`,
}));
const rows = rowsOf(entries, 6, 3);
const text = csvOf(rows);

const run = async (args: string[], content: string | Error = text, pieceLength = 100) => {
  let pieces = 0;
  const { exitCode, out, log } = await runMain(['verify', 'ledger', ...args], {
    files: {
      stream: async function* () {
        if (content instanceof Error) throw content;
        for (let at = 0; at < content.length; at += pieceLength) {
          pieces++;
          yield content.slice(at, at + pieceLength);
        }
      },
    },
  });
  return { exitCode, out, notes: log, pieces };
};

test('0: the number of unchanged rows and the last hash', async () => {
  const { exitCode, out } = await run(['ledger.csv']);
  expect(exitCode).toBe(0);
  expect(out).toContain('6 rows sealed and unchanged, 1 not sealed yet\n');
  expect(out).toContain(String(rows[5]?.hash));
});

test('1: the first bad row by line and cause, without reading further', async () => {
  const { exitCode, out, pieces } = await run(['ledger.csv'], text.replace(',10,', ',99,'));
  expect([exitCode, out]).toEqual([1, 'Not unchanged: line 2 (adjust#0): it is not what was sealed.\n']);
  expect(pieces).toBeLessThan(text.length / 100);
});

test.each([
  [text.replace(',10,', ',ten,'), 'line 2 (adjust#0): amount is not a whole number.'],
  [text.slice(0, text.lastIndexOf('"')), 'line 14: a quote is not closed.'],
])('1: an unreadable row by line and cause', async (damaged, message) => {
  expect(await run(['ledger.csv'], damaged)).toMatchObject({
    exitCode: 1,
    out: `Not unchanged: ${message}\n`,
  });
});

test('1: a hash of an earlier check does not occur', async () => {
  const head = String(rows[5]?.hash);
  const { exitCode, out } = await run(['ledger.csv', '--head', head], csvOf(rows.slice(0, 3)));
  expect([exitCode, out]).toEqual([
    1,
    `Not unchanged: the hash ${head} that was noted earlier does not occur.\n`,
  ]);
  expect(
    (await run(['ledger.csv', '--head', head.toUpperCase(), '--head', String(rows[1]?.hash)])).exitCode,
  ).toBe(0);
});

test('a file that begins in the middle is reported as such', async () => {
  const { exitCode, out } = await run(['ledger.csv'], csvOf(rows.slice(2)));
  expect(exitCode).toBe(0);
  expect(out).toContain('begins in the middle of the chain, at 3 of 3 of segment 1');
});

test('--ends-early permits an export that ends inside a segment', async () => {
  const early = csvOf(rows.slice(0, 5));
  expect((await run(['ledger.csv'], early)).exitCode).toBe(1);
  expect((await run(['ledger.csv', '--ends-early'], early)).exitCode).toBe(0);
});

test.each<[string, string | Error]>([
  ['does not exist', new Error('ENOENT: no such file')],
  ['is empty', ''],
  ['has another format', '{"items":[]}\n'],
])('2: a file that %s', async (_what, content) => {
  const { exitCode, out, notes } = await run(['ledger.csv'], content);
  expect([exitCode, out]).toEqual([2, '']);
  expect(notes).not.toBe('');
});

test.each([[[]], [['a', 'b']], [['a', '--head', 'abc']], [['a', '--quick']]])('6: %j', async (args) => {
  expect((await run(args)).exitCode).toBe(6);
});

test('a cause cannot control the terminal', async () => {
  const forged = csvOf(rows.with(1, { ...rows[1]!, cause: 'x\u001b[2J' }));
  expect((await run(['ledger.csv'], forged)).out).toContain('x\\u001b[2J');
});

test('--help prints the usage', async () => {
  expect(await run(['--help'])).toMatchObject({ exitCode: 0, out: expect.stringContaining('--head') });
});

describe('as a process', () => {
  let directory = '';
  beforeAll(() => void (directory = mkdtempSync(join(tmpdir(), 'ledger-'))));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  const start = (name: string) =>
    spawnSync(process.execPath, ['bin/scangate.mjs', 'verify', 'ledger', join(directory, name)], {
      encoding: 'utf8',
    });

  test('reads the file and distinguishes unchanged, changed and unreadable', () => {
    writeFileSync(join(directory, 'good.csv'), text);
    writeFileSync(join(directory, 'bad.csv'), text.replace(',10,', ',99,'));
    const results = ['good.csv', 'bad.csv', 'none.csv'].map(start);
    expect(results.map(({ status }) => status)).toEqual([0, 1, 2]);
    expect(results[0]?.stdout).toContain('6 rows sealed');
  });
});
