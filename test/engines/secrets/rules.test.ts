import { describe, expect, test } from 'vitest';
import { rules } from '@scangate/engines/secrets/rule-table';
import { secretsIn } from './scan-secrets.ts';

/** A settings file, where values need no quotes. */
const settings = 'config/app.env';

describe.each(rules.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  const path = rule.samplePath ?? settings;

  test('finds each positive case once, at the start of the secret', () => {
    const cases = rule.positives();
    expect(cases.length).toBeGreaterThan(0);
    for (const { text, secret } of cases) {
      const found = secretsIn({ [path]: text });
      expect({ text, found: found.map((finding) => finding.rule) }).toEqual({ text, found: [rule.id] });
      const before = text.slice(0, text.indexOf(secret)).split('\n');
      expect(found[0]).toMatchObject({
        severity: rule.severity,
        line: before.length,
        column: (before.at(-1)?.length ?? 0) + 1,
      });
    }
  });

  test('reports none of the negative cases', () => {
    const cases = rule.negatives();
    expect(cases.length).toBeGreaterThan(0);
    for (const text of cases) {
      const found = secretsIn({ [path]: text }).filter((finding) => finding.rule === rule.id);
      expect({ text, found }).toEqual({ text, found: [] });
    }
  });
});
