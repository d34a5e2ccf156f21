import { expect, test } from 'vitest';
import { parseIgnoreFile } from '@scangate/engines/suppression/ignore-file';
import { isKnownRule, knownRules, nameProblem } from '@scangate/engines/suppression/known-names';

const rules = await knownRules();

test.each([
  ['secrets:stripe-key', undefined],
  ['secrets:*', undefined],
  ['sast:js-xss', undefined],
  ['sast:tpl-unescaped-output', undefined],
  ['sca:git-source', undefined],
  ['sca:GHSA-xvch-5gv4-984h', undefined],
  ['sca:CVE-2021-44906', undefined],
  ['sca:RUSTSEC-2024-0001', undefined],
  ['sca:pkg:npm/%40acme/a@1.0.0', undefined],
  ['license:GPL-3.0', undefined],
  ['license:GPL-2.0+', undefined],
  ['license:LicenseRef-Acme', undefined],
  ['src/**', undefined],
  ['secrets:stirpe-key', 'unknown_rule'],
  ['secrets:js-xss', 'unknown_rule'],
  ['sast:stripe-key', 'unknown_rule'],
  ['sca:minimist', 'unknown_advisory'],
  ['sca:pkg:npm', 'unknown_advisory'],
  ['sca:pkg:npm/*', 'unknown_advisory'],
  ['license:GPL3', 'unknown_license'],
  ['lint:no-console', 'unknown_scanner'],
])('%s: %s', (line, problem) => {
  const [entry] = parseIgnoreFile(Buffer.from(line)).entries;
  expect(entry && nameProblem(entry, rules)).toBe(problem);
});

test('a comment can allow a rule of any engine, and nothing else', () => {
  expect(['stripe-key', 'js-xss', 'git-source'].every((rule) => isKnownRule(rule, rules))).toBe(true);
  expect(isKnownRule('reviewed', rules)).toBe(false);
});
