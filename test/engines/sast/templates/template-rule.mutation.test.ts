import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scanTemplate, templateRules } from '@scangate/engines/sast/templates/scan-template';
import { readTemplate, templateKindOf } from '@scangate/engines/sast/templates/tags';
import type { TemplateRule } from '@scangate/engines/sast/templates/template-rule';
import { isSampled } from '#test/support/runs/samples.ts';
import { mutantsOfTemplateRule, rulesOfSource } from '../configuration/rule-mutants.ts';

const rules = new Map(templateRules.map((rule) => [rule.id, rule]));
const stored = join(import.meta.dirname, '../../../corpora/mutants/template-survivors.json');
const survivors = JSON.parse(readFileSync(stored, 'utf8')) as readonly string[];

const hitsIn = (rule: TemplateRule, [file, text]: readonly [string, string]): number =>
  scanTemplate(readTemplate(text, templateKindOf(file)!), [rule])?.hits.length ?? 0;

/** Says whether a rule with the predicate of a mutant passes every case of the rule. */
const passes = (
  { positives, negatives, ...rule }: TemplateRule,
  matches: TemplateRule['matches'],
): boolean => {
  const changed = { ...rule, positives, negatives, matches };
  try {
    return (
      positives.every((each) => hitsIn(changed, each) === 1) &&
      negatives.every((each) => hitsIn(changed, each) === 0)
    );
  } catch {
    return false;
  }
};

test('the cases of a rule tell each mutation of its predicate, but those that are known to survive', async () => {
  const files = globSync('lib/engines/sast/templates/tpl-*.ts').toSorted();
  const mutants = files.flatMap((file) => mutantsOfTemplateRule(file).map((mutant) => ({ file, mutant })));
  expect(mutants.length).toBeGreaterThan(60);
  const alive: string[] = [];
  const tried: string[] = [];
  for (const [index, { file, mutant }] of mutants.entries()) {
    if (!isSampled(index, 4)) continue;
    const name = `${mutant.rule}: ${mutant.change}`;
    tried.push(name);
    const changed = (await rulesOfSource(file, mutant.source)).get(mutant.rule) as unknown as
      | TemplateRule
      | undefined;
    if (changed === undefined || passes(rules.get(mutant.rule)!, changed.matches)) alive.push(name);
  }
  expect(alive.toSorted()).toEqual(survivors.filter((name) => tried.includes(name)).toSorted());
});

test('a rule that matches nothing, and one that matches each tag, fail', () => {
  for (const rule of rules.values()) {
    expect([rule.id, passes(rule, () => false)]).toEqual([rule.id, false]);
    expect([rule.id, passes(rule, () => true)]).toEqual([rule.id, false]);
  }
});
