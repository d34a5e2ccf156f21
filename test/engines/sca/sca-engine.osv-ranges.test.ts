import { describe, expect, test } from 'vitest';
import type { Ecosystem } from '@scangate/engines/model/component';
import type { VulnerabilityFinding } from '@scangate/engines/model/finding';
import { compactRecord } from '@scangate/engines/advisories/compact-record';
import { scaEngine } from '@scangate/engines/sca/sca-engine';
import { component, cvss, engineInput, indexOf, inventory, osvRecord, vector } from './advisory-fixtures.ts';

type Affected = Record<string, unknown>;
const entry = (ecosystem: string, name: string, more: Affected): Affected => ({
  package: { ecosystem, name },
  ...more,
});
const range = (type: string, ...events: Record<string, string>[]) => ({ type, events });

/** Returns the versions that a record with these entries affects, through a stored shard. */
const affectedOf = (ecosystem: Ecosystem, versions: string[], affected: Affected[]) => {
  const record = { ...osvRecord(), affected };
  const components = versions.map((version) => component({ ecosystem, name: 'left', version, ref: version }));
  const { findings } = scaEngine.run(engineInput(inventory(components), indexOf(record)));
  const found = new Set(findings.map((finding) => (finding as VulnerabilityFinding).version));
  return versions.filter((version) => found.has(version));
};

describe('a version is affected by', () => {
  test.each<[string, Ecosystem, string[], Affected, string[]]>([
    [
      'SEMVER introduced and fixed, the latter exclusive',
      'npm',
      ['0.9.9', '1.0.0', '1.9.9', '2.0.0-rc.1', '2.0.0'],
      { ranges: [range('SEMVER', { introduced: '1.0.0' }, { fixed: '2.0.0' })] },
      ['1.0.0', '1.9.9', '2.0.0-rc.1'],
    ],
    [
      'last_affected, inclusive',
      'npm',
      ['1.4.0', '1.4.1'],
      { ranges: [range('SEMVER', { introduced: '0' }, { last_affected: '1.4.0' })] },
      ['1.4.0'],
    ],
    [
      'limit, exclusive',
      'npm',
      ['1.0.0', '1.5.0', '1.6.0'],
      { ranges: [range('SEMVER', { introduced: '1.0.0' }, { limit: '1.5.0' })] },
      ['1.0.0'],
    ],
    [
      'several intervals, in any order',
      'PyPI',
      ['1.9', '2.0', '2.5', '3.0', '3.1.1', '3.2'],
      {
        ranges: [
          range(
            'ECOSYSTEM',
            { fixed: '3.2' },
            { introduced: '3.0' },
            { fixed: '2.5' },
            { introduced: '2.0' },
          ),
        ],
      },
      ['2.0', '3.0', '3.1.1'],
    ],
    [
      'the order of its own ecosystem: PEP 440 has release candidates before and post releases after',
      'PyPI',
      ['1.0rc1', '1.0', '1.0.post1', '1.0.1', '1!0.1'],
      { ranges: [range('ECOSYSTEM', { introduced: '1.0' }, { fixed: '1.0.1' })] },
      ['1.0', '1.0.post1'],
    ],
    [
      'a pseudo-version of Go, by its base and time',
      'Go',
      ['v0.0.0-20200101000000-aaaaaaaaaaaa', 'v0.0.0-20220101000000-aaaaaaaaaaaa', 'v0.1.0'],
      { ranges: [range('SEMVER', { introduced: '0' }, { fixed: '0.0.0-20210101000000-bbbbbbbbbbbb' })] },
      ['v0.0.0-20200101000000-aaaaaaaaaaaa'],
    ],
    [
      'a Go module without its major version in the path',
      'Go',
      ['v20.10.23+incompatible', 'v20.10.24+incompatible'],
      { ranges: [range('SEMVER', { introduced: '0' }, { fixed: '20.10.24+incompatible' })] },
      ['v20.10.23+incompatible'],
    ],
    [
      'explicit versions alone, in the spelling of either side',
      'PyPI',
      ['1.0', '1.0.0', '1.0.1'],
      { versions: ['1.0'] },
      ['1.0', '1.0.0'],
    ],
    [
      'explicit versions beside ranges',
      'npm',
      ['1.0.0', '5.0.0', '6.0.0'],
      { ranges: [range('SEMVER', { introduced: '0' }, { fixed: '2.0.0' })], versions: ['5.0.0'] },
      ['1.0.0', '5.0.0'],
    ],
    [
      'the ranges beside GIT ranges, never the GIT ranges',
      'npm',
      ['1.0.0', '3.0.0'],
      {
        ranges: [
          range('GIT', { introduced: '0' }, { fixed: '1'.repeat(40) }),
          range('SEMVER', { introduced: '0' }, { fixed: '2.0.0' }),
        ],
      },
      ['1.0.0'],
    ],
    [
      'every build of a version that a bound or a list names without a local label',
      'PyPI',
      ['1.0.0+cpu', '2.0.0+cu118', '2.0.1+cpu', '3.0.0+cpu'],
      {
        ranges: [range('ECOSYSTEM', { introduced: '1.5.0' }, { last_affected: '2.0.0' })],
        versions: ['3.0.0'],
      },
      ['2.0.0+cu118', '3.0.0+cpu'],
    ],
    [
      'a range without an end',
      'npm',
      ['0.0.1', '99.0.0'],
      { ranges: [range('SEMVER', { introduced: '0' })] },
      ['0.0.1', '99.0.0'],
    ],
  ])('%s (%s)', (_, ecosystem, versions, affected, expected) => {
    expect(affectedOf(ecosystem, versions, [entry(ecosystem, 'left', affected)])).toEqual(expected);
  });

  test('each of several entries of its package, and none of another package or ecosystem', () => {
    const some = { ranges: [range('SEMVER', { introduced: '0' }, { fixed: '2.0.0' })] };
    const other = { ranges: [range('SEMVER', { introduced: '3.0.0' }, { fixed: '4.0.0' })] };
    const entries = [
      entry('npm', 'left', some),
      entry('npm', 'left', other),
      entry('PyPI', 'left', { versions: ['2.5.0'] }),
      entry('npm', 'right', { versions: ['2.6.0'] }),
    ];
    expect(affectedOf('npm', ['1.0.0', '2.5.0', '2.6.0', '3.5.0', '4.0.0'], entries)).toEqual([
      '1.0.0',
      '3.5.0',
    ]);
  });

  test('no withdrawn record', () => {
    expect(compactRecord(osvRecord({ withdrawn: '2025-01-01T00:00:00Z' })).kind).toBe('withdrawn');
  });
});

test('the severity is that of the newest CVSS, else the stated one, else unknown; a malicious package is critical', () => {
  const severityOf = (parts: Parameters<typeof osvRecord>[0]) =>
    scaEngine.run(engineInput(inventory([component()]), indexOf(osvRecord(parts)))).findings[0]?.severity;
  expect(severityOf({ severity: [...cvss(vector.low), ...cvss(vector.v4, 'CVSS_V4')] })).toBe('critical');
  expect(severityOf({ severity: cvss(vector.v2, 'CVSS_V2') })).toBe('high');
  expect(severityOf({ severity: cvss('CVSS:3.1/nonsense'), word: 'MODERATE' })).toBe('medium');
  expect(severityOf({})).toBe('unknown');
  expect(severityOf({ word: 'SEVERE' })).toBe('unknown');
  expect(severityOf({ id: 'MAL-2025-1', severity: cvss(vector.low) })).toBe('critical');
  expect(severityOf({ aliases: ['MAL-2025-1'] })).toBe('critical');
});
