import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FileSpool, openSpoolFile } from '#adapters/source-archive/file-spool.ts';

const kilobyte = 1024;
/** Content that differs from file to file. */
const content = (number: number, sizeBytes: number) => Buffer.alloc(sizeBytes, `file ${number} `);

let spool: FileSpool;
beforeEach(() => void (spool = new FileSpool()));
afterEach(() => spool.close());

test('files in memory and on disk are read as they were added, in any order', () => {
  for (let number = 0; number < 30; number++) spool.add(`f${number}`, content(number, 100 * kilobyte));
  for (const number of [29, 0, 10, 9, 11, 28])
    expect(Buffer.compare(spool.read(`f${number}`), content(number, 100 * kilobyte))).toBe(0);
  expect(() => spool.read('f30')).toThrow('no such file in this unit');
});

test('entries are sorted by path and have the correct sizes, in memory and on disk', () => {
  spool.add('b', content(1, 1_024 * kilobyte));
  spool.add('c', content(2, 3));
  spool.add('a', content(3, 0));
  expect(spool.entries).toEqual([
    { path: 'a', sizeBytes: 0 },
    { path: 'b', sizeBytes: 1_024 * kilobyte },
    { path: 'c', sizeBytes: 3 },
  ]);
});

test('of two files with one path the first wins, in memory and on disk', () => {
  for (const path of ['small', 'large']) {
    spool.add(path, content(1, path === 'small' ? 8 : 2_048 * kilobyte));
    spool.add(path, content(2, 7));
    expect(Buffer.from(spool.read(path)).subarray(0, 6).toString()).toBe('file 1');
  }
});

test('a file stays as it was added when its sender reuses the buffer', () => {
  const buffer = Buffer.from('first');
  spool.add('a', buffer);
  buffer.write('other');
  expect(Buffer.from(spool.read('a')).toString()).toBe('first');
});

test('up to one megabyte is kept without a temporary file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spool-'));
  vi.stubEnv('TMPDIR', join(folder, 'none'));
  try {
    spool.add('a', content(1, 1_023 * kilobyte));
    spool.add('b', content(2, kilobyte));
    expect(() => spool.add('c', content(3, 1))).toThrow('ENOENT');
    mkdirSync(join(folder, 'none'));
    spool.add('c', content(3, 1));
    expect(readdirSync(join(folder, 'none'))).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
  }
});

test('a given file is used, and closed at the end', () => {
  const descriptor = openSpoolFile();
  const given = new FileSpool(descriptor);
  given.add('a', content(1, 2_048 * kilobyte));
  expect(Buffer.compare(given.read('a'), content(1, 2_048 * kilobyte))).toBe(0);
  given.close();
  expect(() => new FileSpool(descriptor).add('b', content(2, 2_048 * kilobyte))).toThrow('EBADF');
});
