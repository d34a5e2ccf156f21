import { globSync, readFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import { expect, test } from 'vitest';

/** Regex literals of a source file, as far as they stand where this code writes them. */
const literals = (source: string): RegExp[] =>
  source
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\*|\/\*|'|")/.test(line))
    .flatMap((line) => [
      ...line.matchAll(
        /(?<=[(,=:?&|!>]\s{0,4}|^\s+)\/(?![/*])((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+)\/([dgimsuvy]*)/g,
      ),
    ])
    .flatMap(([, body = '', flags = '']) => {
      try {
        return [new RegExp(body, flags)];
      } catch {
        return [];
      }
    });

const patterns = new Map(
  globSync('lib/scanners/sast/**/*.ts')
    .flatMap((path) => literals(readFileSync(path, 'utf8')))
    .map((pattern) => [pattern.source, pattern]),
);

test('every expression of the engine and its rules is linear', () => {
  expect(patterns.size).toBeGreaterThan(40);
  const unsafe = [...patterns.values()].filter(
    (pattern) =>
      checkSync(pattern.source, pattern.flags.replace('d', ''), { timeout: 20_000 }).status !== 'safe',
  );
  expect(unsafe.map(({ source }) => source)).toEqual([]);
});
