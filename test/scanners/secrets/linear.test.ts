import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { describe, expect, test } from 'vitest';
import { rules } from '../../../lib/scanners/secrets/rule-table.ts';

const scanners = join(import.meta.dirname, '../../../lib/scanners');

/** Regex literals of a source file, as far as they stand where this code writes them. */
const literals = (source: string): RegExp[] =>
  source
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\*|\/\*)/.test(line))
    .flatMap((line) => [
      ...line.matchAll(
        /(?<=[(,=:?&|!]\s{0,4}|^\s+)\/(?![/*])((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+)\/([dgimsuvy]*)/g,
      ),
    ])
    .map(([, body = '', flags = '']) => new RegExp(body, flags));

const sources = ['secrets', 'source', 'suppression'].flatMap((folder) =>
  readdirSync(join(scanners, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(scanners, folder, path)),
);
const ofRules = rules.map((rule) => rule.pattern.source).join('\n');
/** What is not part of a rule's pattern, which is tried at one place and checked as such. */
const others = new Map(
  sources
    .flatMap((path) => literals(readFileSync(path, 'utf8')))
    .filter((pattern) => !ofRules.includes(pattern.source))
    .map((pattern) => [pattern.source, pattern]),
);

/**
 * Without `d`, which the checker does not know and which changes nothing but what a match reports. On a busy machine
 * it sometimes comes to no result at all; then it is asked again.
 */
const complexityOf = (pattern: RegExp): string => {
  const check = () => checkSync(pattern.source, pattern.flags.replace('d', ''), { timeout: 60_000 }).status;
  const first = check();
  return first === 'unknown' ? check() : first;
};

/** Repetitions without an upper bound, outside of character classes. */
const unbounded = (pattern: RegExp): boolean =>
  /[*+]|\{\d+,\}/.test(pattern.source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'x'));

describe('patterns on hostile input', () => {
  test.each(rules.map((rule) => [rule.id, rule.pattern] as const))('%s is linear', (_, pattern) => {
    expect(complexityOf(pattern)).toBe('safe');
  });

  test('no rule repeats without a bound, so that one attempt is bounded, too', () => {
    expect(rules.filter(({ pattern }) => unbounded(pattern)).map(({ id }) => id)).toEqual([]);
  });

  test('every rule is tried at one place only, never searched for', () => {
    expect(rules.filter(({ pattern }) => !pattern.sticky).map(({ id }) => id)).toEqual([]);
  });

  test('every other expression of the scanner is linear', { timeout: 300_000 }, () => {
    expect(others.size).toBeGreaterThan(50);
    const unsafe = [...others.values()].filter((pattern) => complexityOf(pattern) !== 'safe');
    expect(unsafe.map((pattern) => pattern.source)).toEqual([]);
  });
});
