import { expect, test } from 'vitest';
import { comparedFinding } from '@scangate/domain/comparison/compared-finding';
import type { Finding } from '@scangate/engines/model/finding';

const rules = { counts: () => true, unknownSeverityAs: 'medium' } as const;
const vulnerability = (given: object = {}): Finding => ({
  kind: 'vulnerability',
  fingerprint: 'f',
  severity: 'unknown',
  title: 't',
  advisoryId: 'GHSA-1',
  aliases: ['CVE-1'],
  purl: 'pkg:npm/lodash@1.0.0',
  packageName: 'lodash',
  version: '1.0.0',
  scope: 'required',
  direct: true,
  dependencyPath: [],
  fixedVersions: [],
  malicious: false,
  file: 'package-lock.json',
  url: '',
  ...given,
});

test('an unknown severity has the rank that the policy gives it', () => {
  expect(comparedFinding(vulnerability(), rules)?.level).toBe(2);
});

test('a vulnerability is the same in another version and lockfile, and differs in another ecosystem', () => {
  const content = (given: object) => comparedFinding(vulnerability(given), rules)?.content;
  expect(content({ version: '2.0.0', purl: 'pkg:npm/lodash@2.0.0', file: 'yarn.lock' })).toBe(content({}));
  expect(content({ purl: 'pkg:pypi/lodash@1.0.0' })).not.toBe(content({}));
});

test('a dependency for development only is not a production dependency', () => {
  expect(comparedFinding(vulnerability({ scope: 'dev' }), rules)?.production).toBe(false);
  expect(comparedFinding(vulnerability({ scope: 'optional' }), rules)?.production).toBe(true);
});

test('a finding in code without a hash of its context is identified by its fingerprint', () => {
  const code = {
    ...vulnerability(),
    kind: 'code',
    rule: 'js-eval',
    line: 1,
    column: 1,
  } as unknown as Finding;
  expect(comparedFinding(code, rules)?.content).toContain('"f"');
  expect(comparedFinding({ ...code, contextHash: 'h' } as Finding, rules)?.content).toContain('"h"');
});

test('advice on upgrades is not compared', () => {
  expect(
    comparedFinding({ ...vulnerability(), kind: 'upgrade' } as unknown as Finding, rules),
  ).toBeUndefined();
});
