import { describe, expect, test } from 'vitest';
import { languageModels } from '@scangate/engines/sast/dialects';
import { languages } from '@scangate/engines/model/gate/languages';
import { fileOf, markedLines, weaknessesIn } from './scan-code.ts';

const prefixes = {
  javascript: 'js-',
  python: 'py-',
  java: 'java-',
  go: 'go-',
  csharp: 'cs-',
  rust: 'rs-',
  php: 'php-',
  ruby: 'rb-',
};

describe.each(languages)('%s', (language) => {
  const { rules } = languageModels[language];

  test('ids are unique kebab-case with the language prefix, and every rule has a CWE', () => {
    const ids = rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, cwe } of rules) {
      expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)+$/);
      expect(id.startsWith(prefixes[language])).toBe(true);
      expect(cwe).toMatch(/^CWE-\d+$/);
    }
  });

  describe.each(rules.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
    const path = rule.sampleFile ?? fileOf[language];

    test('finds each positive case once, in the marked line', () => {
      expect(rule.positives.length).toBeGreaterThan(0);
      for (const text of rule.positives) {
        const found = weaknessesIn({ [path]: text }).filter((finding) => finding.rule === rule.id);
        const marked = markedLines(text);
        const lines = found.map(({ line }) => line);
        expect({ text, lines }).toEqual({ text, lines: marked.length > 0 ? marked : [expect.any(Number)] });
        expect(found[0]).toMatchObject({ severity: rule.severity, cwe: rule.cwe, message: rule.message });
      }
    });

    test('reports none of the negative cases', () => {
      expect(rule.negatives.length).toBeGreaterThan(0);
      for (const text of rule.negatives) {
        const found = weaknessesIn({ [path]: text }).filter((finding) => finding.rule === rule.id);
        expect({ text, lines: found.map(({ line }) => line) }).toEqual({ text, lines: [] });
      }
    });
  });
});
