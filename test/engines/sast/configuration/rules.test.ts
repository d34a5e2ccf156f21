import { describe, expect, test } from 'vitest';
import { configurationRules } from '@scangate/engines/sast/configuration/rules/index';
import { codeRules } from '@scangate/engines/sast/rule-ids';
import { markedLines, weaknessesIn } from '../scan-code.ts';

const prefix = /^(?:gha|glci|dockerfile|k8s|tf|cfn)-[a-z0-9]+(?:-[a-z0-9]+)*$/;

test('there are at least sixty rules, each with a distinct id, a CWE, and texts for its finding', () => {
  expect(configurationRules.length).toBeGreaterThanOrEqual(60);
  const ids = codeRules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, cwe, title, message, help } of configurationRules) {
    expect(id).toMatch(prefix);
    expect(cwe).toMatch(/^CWE-\d+$/);
    for (const words of [title, message, help]) expect(words.length).toBeGreaterThan(10);
  }
});

const linesOf = (id: string, [file, text]: readonly [string, string]): number[] =>
  weaknessesIn({ [file]: text }).flatMap(({ rule, line }) => (rule === id ? [line] : []));

describe.each(configurationRules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  test('finds each positive case once, in the marked line', () => {
    expect(rule.positives.length).toBeGreaterThan(0);
    for (const sample of rule.positives) {
      const marked = markedLines(sample[1]);
      const lines = linesOf(id, sample);
      expect({ sample, lines }).toEqual({ sample, lines: marked.length > 0 ? marked : [expect.any(Number)] });
    }
    const [file, text] = rule.positives[0]!;
    const found = weaknessesIn({ [file]: text }).find((finding) => finding.rule === id);
    const { cwe, severity, message, help, confidence } = rule;
    expect(found).toMatchObject({ cwe, severity, message, help, ...(confidence && { confidence }) });
    if (!confidence) expect(found).not.toHaveProperty('confidence');
  });

  test('reports none of the negative cases', () => {
    expect(rule.negatives.length).toBeGreaterThan(0);
    for (const sample of rule.negatives)
      expect({ sample, lines: linesOf(id, sample) }).toEqual({ sample, lines: [] });
  });
});
