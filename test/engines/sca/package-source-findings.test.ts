import { expect, test } from 'vitest';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import type { Finding } from '@scangate/engines/model/finding';
import { defaultPolicy, type GatePolicy } from '@scangate/engines/model/gate/policy';
import { scaEngine } from '@scangate/engines/sca/sca-engine';
import { scanUnit } from '../scan-unit.ts';
import { describeFinding, failsGate } from '@scangate/domain/reports/finding-description';
import { engineInput, indexOf, osvRecord } from './advisory-fixtures.ts';

const integrity = `sha512-${Buffer.alloc(64, 1).toString('base64')}`;
const lockfile = (resolved: string): string =>
  JSON.stringify({
    lockfileVersion: 3,
    packages: { '': {}, 'node_modules/a': { version: '1.0.0', resolved, integrity } },
  });
const poisoned = lockfile('https://evil.example/a/-/a-1.0.0.tgz');
const fromGit = lockfile(`git+ssh://git@git.corp.example/o/a.git#${'c'.repeat(40)}`);

const input = (text: string, { policy = defaultPolicy, ignore = '' } = {}) => {
  const base = engineInput(readUploadedLockfile('package-lock.json', text), indexOf(osvRecord()), policy);
  const content = Buffer.from(ignore);
  const entries = ignore === '' ? [] : [{ path: '.scangateignore', sizeBytes: content.length }];
  return { ...base, files: { entries, read: () => content } };
};
const request = { projectUnitId: 'u', scanTypes: ['sca' as const], fullScope: false, skipped: [] };
const findingsOf = (text: string, options?: { policy?: GatePolicy; ignore?: string }): Finding[] =>
  scaEngine.run(input(text, options)).findings;
const judgedOf = async (text: string, ignore: string): Promise<Finding[]> =>
  (await scanUnit(request, input(text, { ignore }))).findings;
const withSources = (sources: NonNullable<GatePolicy['sources']>): GatePolicy => ({
  ...defaultPolicy,
  sources,
});

test('a package from an unexpected host is a separate finding, high by default, at its line', () => {
  expect(findingsOf(poisoned)).toEqual([
    {
      kind: 'source',
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      severity: 'high',
      title: 'The lockfile takes a package from an unexpected host',
      rule: 'unexpected-host',
      packageName: 'a',
      version: '1.0.0',
      message: 'a@1.0.0: it is taken from https://evil.example/a/-/a-1.0.0.tgz.',
      file: 'package-lock.json',
      line: 1,
    },
  ]);
});

test('the policy sets the severity of each rule', () => {
  const policy = withSources({ severities: { 'unexpected-host': 'critical', 'git-source': 'low' } });
  expect(findingsOf(poisoned, { policy })[0]).toMatchObject({ severity: 'critical' });
  expect(findingsOf(fromGit, { policy })[0]).toMatchObject({ rule: 'git-source', severity: 'low' });
});

test.each([
  [['evil.example'], 0],
  [['*.example'], 0],
  [['*.evil.example'], 1],
  [['example'], 1],
])('the allowed hosts %j leave %i findings', (allowedHosts, count) => {
  expect(findingsOf(poisoned, { policy: withSources({ allowedHosts }) })).toHaveLength(count);
});

test('an allowed host accepts a repository, but neither another package nor http', () => {
  const policy = withSources({ allowedHosts: ['git.corp.example', 'evil.example'] });
  expect(findingsOf(fromGit, { policy })).toEqual([]);
  const other = lockfile('http://evil.example/b/-/b-1.0.0.tgz');
  const rules = findingsOf(other, { policy }).map((finding) => finding.kind === 'source' && finding.rule);
  expect(rules).toEqual(['insecure-source', 'resolved-mismatch']);
});

test('the ignore file suppresses a rule, which stays in the report', async () => {
  const [finding] = await judgedOf(poisoned, 'sca:unexpected-host package-lock.json # our mirror\n');
  expect(finding?.suppressed).toEqual({ by: '.scangateignore', reason: 'line 1: our mirror' });
  expect((await judgedOf(poisoned, 'sca:git-source\n'))[0]).not.toHaveProperty('suppressed');
});

test('a new version from the same host keeps the fingerprint, and another host does not', () => {
  const fingerprintOf = (text: string) => findingsOf(text)[0]?.fingerprint;
  const newer = poisoned.replaceAll('1.0.0', '1.0.1');
  expect(fingerprintOf(newer)).toBe(fingerprintOf(poisoned));
  expect(fingerprintOf(poisoned.replace('evil', 'worse'))).not.toBe(fingerprintOf(poisoned));
});

test('it counts among the vulnerable dependencies unless suppressed, and fails a gate of its severity', async () => {
  const { result, findings } = await scanUnit(request, input(poisoned));
  expect(result.counts.dependencies.high).toBe(1);
  const ignored = await scanUnit(request, input(poisoned, { ignore: 'sca:*\n' }));
  expect(ignored.result.counts.dependencies.high).toBe(0);
  expect(failsGate(findings[0]!, defaultPolicy)).toBe(false);
  expect(failsGate(findings[0]!, { ...defaultPolicy, severityThreshold: 'high' })).toBe(true);
});

test('reports describe it with its rule, package and line', () => {
  expect(describeFinding(findingsOf(poisoned)[0]!)).toMatchObject({
    scanType: 'sca',
    ruleId: 'sca/unexpected-host',
    subject: 'a@1.0.0',
    file: 'package-lock.json',
    line: 1,
    tags: ['security', 'supply-chain', 'external/cwe/cwe-829'],
  });
});
