import { describe, expect, test } from 'vitest';
import { scaEngine } from '@scangate/engines/sca/sca-engine';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { component, cvss, engineInput, indexOf, inventory, osvRecord, vector } from './advisory-fixtures.ts';

const lowV4 = 'CVSS:4.0/AV:P/AC:H/AT:P/PR:H/UI:A/VC:L/VI:N/VA:N/SC:N/SI:N/SA:N';
const newest = { ...defaultPolicy, severity: 'newest' as const };
const v3AndV4 = [...cvss(vector.critical), { type: 'CVSS_V4', score: lowV4 }];

const severityOf = (policy: typeof defaultPolicy, ...records: unknown[]) => {
  const components = [component({ name: 'leaf', version: '1.0.0' })];
  const input = engineInput(inventory(components), indexOf(...records), policy);
  const [found] = scaEngine.run(input).findings;
  return found?.severity;
};

describe('the severity that counts', () => {
  const both = osvRecord({ name: 'leaf', severity: v3AndV4 });

  test('is the highest one of all versions, by default', () => {
    expect(severityOf(defaultPolicy, both)).toBe('critical');
  });

  test('is that of the newest CVSS version if the policy says so', () => {
    expect(severityOf(newest, both)).toBe('low');
  });

  test('is that of the newest version of all records of the vulnerability', () => {
    const older = osvRecord({ id: 'CVE-2024-1', name: 'leaf', severity: cvss(vector.critical) });
    const newer = osvRecord({
      id: 'GHSA-aaaa-bbbb-cccc',
      aliases: ['CVE-2024-1'],
      name: 'leaf',
      severity: [{ type: 'CVSS_V4', score: lowV4 }],
    });
    expect(severityOf(newest, older, newer)).toBe('low');
    expect(severityOf(defaultPolicy, older, newer)).toBe('critical');
  });

  test('is the stated one if there is no score', () => {
    const word = { ...osvRecord({ name: 'leaf' }), database_specific: { severity: 'HIGH' } };
    expect(severityOf(newest, word)).toBe('high');
  });
});

test('a finding has the first publication of its records', () => {
  const first = { ...osvRecord({ id: 'CVE-2024-1', name: 'leaf' }), published: '2024-01-02T03:04:05Z' };
  const later = {
    ...osvRecord({ id: 'GHSA-aaaa-bbbb-cccc', aliases: ['CVE-2024-1'], name: 'leaf' }),
    published: '2024-02-01T00:00:00Z',
  };
  const components = [component({ name: 'leaf', version: '1.0.0' })];
  const input = engineInput(inventory(components), indexOf(first, later));
  expect(scaEngine.run(input).findings).toMatchObject([{ published: '2024-01-02T03:04:05.000Z' }]);
});
