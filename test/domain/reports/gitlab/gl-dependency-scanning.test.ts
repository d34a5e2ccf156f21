import { describe, expect, test } from 'vitest';
import type { SourceFinding } from '@scangate/engines/model/finding';
import { findingsOfEachKind, vulnerability } from '../ended-scan.ts';
import { dependencyScanning } from './gitlab-reports.ts';

const source: SourceFinding = {
  kind: 'source',
  fingerprint: '9'.repeat(32),
  severity: 'high',
  title: 'A host that is no registry',
  rule: 'unexpected-host',
  packageName: 'left-pad',
  version: '1.3.0',
  message: 'left-pad@1.3.0 comes from mirror.example.net.',
  file: 'package-lock.json',
  line: 7,
};

test('a vulnerability has its ids, its package, its line in the lockfile and its fix', () => {
  expect(dependencyScanning([[], [{ ...vulnerability, line: 42 }]]).vulnerabilities).toMatchObject([
    {
      name: 'Prototype Pollution in minimist',
      severity: 'Critical',
      solution: 'Fixed in `1.2.6`.',
      identifiers: [
        {
          type: 'ghsa',
          value: 'GHSA-xvch-5gv4-984h',
          url: 'https://github.com/advisories/GHSA-xvch-5gv4-984h',
        },
        { type: 'cve', value: 'CVE-2021-44906', url: 'https://nvd.nist.gov/vuln/detail/CVE-2021-44906' },
      ],
      cvss_vectors: [{ vendor: 'unknown', vector: vulnerability.cvss.vector }],
      location: {
        file: 'services/api/package-lock.json',
        dependency: { package: { name: 'minimist' }, version: '1.2.5', direct: false },
      },
      details: {
        lockfile: { type: 'file-location', file_name: 'services/api/package-lock.json', line_start: 42 },
        dependency_path: { value: 'mkdirp@0.5.5 › minimist@1.2.5' },
        fixed_versions: { value: '1.2.6' },
      },
    },
  ]);
});

test('a source that an installer would follow is included', () => {
  expect(dependencyScanning([[source]]).vulnerabilities).toMatchObject([
    {
      identifiers: [{ type: 'scangate_rule', value: 'sca/unexpected-host' }],
      location: { dependency: { package: { name: 'left-pad' }, version: '1.3.0' } },
      details: { lockfile: { line_start: 7 } },
    },
  ]);
});

test('a source of a whole file, for which the format has no place, is a warning', () => {
  const { packageName: _name, version: _version, ...whole } = source;
  const { vulnerabilities, scan } = dependencyScanning([[whole]]);
  expect(vulnerabilities).toEqual([]);
  expect(scan.messages).toContainEqual({
    level: 'warn',
    value: expect.stringContaining('mirror.example.net'),
  });
});

test('licenses and advice are not included', () => {
  expect(dependencyScanning([findingsOfEachKind]).vulnerabilities).toHaveLength(1);
});

describe('of CVSS vectors', () => {
  const vectors = (vector: string) =>
    dependencyScanning([[{ ...vulnerability, cvss: { vector, score: 7.5 } }]]).vulnerabilities[0]
      ?.cvss_vectors;

  test.each([
    'AV:N/AC:L/Au:N/C:P/I:P/A:P',
    'CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:P/RL:O',
  ])('%s is kept', (vector) => {
    expect(vectors(vector)).toEqual([{ vendor: 'unknown', vector }]);
  });

  test.each([
    'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N',
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/',
    'CVSS:3.1/AV:X',
    'AV:N',
    `CVSS:3.1/${'AV:N/'.repeat(40)}AC:L`,
    'none',
    '',
  ])('%j, which the format does not support, is left out', (vector) => {
    expect(vectors(vector)).toBeUndefined();
  });
});

test('repeated ids are one identifier, and no more than 20 are kept', () => {
  const aliases = Array.from({ length: 40 }, (_, index) => `CVE-2026-${1000 + index}`);
  const ids = (more: string[]) =>
    dependencyScanning([[{ ...vulnerability, aliases: more }]]).vulnerabilities[0]?.identifiers ?? [];
  expect(ids([vulnerability.advisoryId, 'CVE-1', 'CVE-1']).map(({ value }) => value)).toEqual([
    vulnerability.advisoryId,
    'CVE-1',
  ]);
  expect(ids(aliases)).toHaveLength(20);
  expect(ids(aliases)[0]?.value).toBe(vulnerability.advisoryId);
});

test('a finding of an uploaded SBOM has no file', () => {
  const [found] = dependencyScanning([[{ ...vulnerability, file: '' }]]).vulnerabilities;
  expect(found?.location.file).toBe('sbom');
});
