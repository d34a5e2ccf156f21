import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rules } from '@scangate/engines/secrets/rule-table';
import { isSampled } from '#test/support/runs/samples.ts';
import { findsBeside, survivorsOf } from './secret-trials.ts';

type ByRule = Readonly<Record<string, readonly string[]>>;

const stored = (name: string): ByRule =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../corpora/mutants', name), 'utf8')) as ByRule;
const survivors = stored('secret-survivors.json');
const keywords = stored('keyword-cases.json');

/** Those of one day of six; each night all of them. */
const sampled = rules.filter((_, index) => isSampled(index, 6));

test.each(sampled.map((rule) => [rule.id, rule] as const))(
  'a case of %s tells each change of one of its parts, but those that are known to survive',
  (id, rule) => {
    const alive = survivorsOf(rule, keywords[id] ?? []).map(({ change }) => change);
    expect(alive).toEqual(survivors[id] ?? []);
  },
);

test('each keyword with a case of its own is found, and belongs to a rule that is there', () => {
  const missed = Object.entries(keywords).flatMap(([id, words]) => {
    const rule = rules.find((each) => each.id === id);
    return words
      .filter((word) => rule === undefined || !findsBeside(rule, word))
      .map((word) => `${id}: ${word}`);
  });
  expect(missed).toEqual([]);
  const ids = new Set(rules.map(({ id }) => id));
  expect(Object.keys(survivors).filter((id) => !ids.has(id))).toEqual([]);
});
