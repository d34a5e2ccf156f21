import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Spot } from '@scangate/engines/sast/configuration/config-node';
import { configurationRules } from '@scangate/engines/sast/configuration/rules/index';
import { isSampled } from '#test/support/runs/samples.ts';
import { markedLines } from '../scan-code.ts';
import { mutantsOf, rulesOfSource } from './rule-mutants.ts';
import { subjectsOfRule } from './rule-subjects.ts';

const rules = new Map(configurationRules.map((rule) => [rule.id, rule]));

type Find = (subject: never) => readonly unknown[];

/** The lines that a predicate finds in a text, each place once. */
const linesFound = (id: string, find: Find, text: string): number[] => {
  const subjects = subjectsOfRule.get(id)!(text) as never[];
  const starts = new Set(
    subjects.flatMap((subject) => (find(subject) as readonly Spot[]).map(({ start }) => start)),
  );
  return [...starts].map((start) => text.slice(0, start).split('\n').length);
};

/** Says whether a predicate passes every case of its rule. */
const passes = (id: string, find: Find): boolean => {
  const { positives, negatives } = rules.get(id)!;
  try {
    return (
      positives.every(([, text]) => {
        const [lines, marked] = [linesFound(id, find, text), markedLines(text)];
        return lines.length === 1 && (marked.length === 0 || marked[0] === lines[0]);
      }) && negatives.every(([, text]) => linesFound(id, find, text).length === 0)
    );
  } catch {
    return false;
  }
};

const files = globSync('lib/engines/sast/configuration/rules/*.ts').toSorted();

describe('the cases of a rule detect', () => {
  test('a rule that finds nothing, and one that finds everything it is applied to', () => {
    for (const id of rules.keys()) {
      expect([id, passes(id, () => [])]).toEqual([id, false]);
      expect([id, passes(id, (subject) => [subject])]).toEqual([id, false]);
    }
  });

  test('each mutation of a predicate', async () => {
    const mutants = files.flatMap((file) => mutantsOf(file).map((mutant) => ({ file, mutant })));
    expect(mutants.length).toBeGreaterThan(300);
    const survivors: string[] = [];
    for (const [index, { file, mutant }] of mutants.entries()) {
      if (!isSampled(index, 10)) continue;
      const find = (await rulesOfSource(file, mutant.source)).get(mutant.rule)?.find;
      if (find === undefined || passes(mutant.rule, find)) survivors.push(`${mutant.rule}: ${mutant.change}`);
    }
    expect(survivors).toEqual([]);
  });
});
