import { describe, expect, test } from 'vitest';
import type { VulnerabilityFinding } from '@scangate/engines/model/finding';
import { advisoryIndex, emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import type { Component, Inventory } from '@scangate/engines/model/component';
import type { AdvisoryIndex } from '@scangate/engines/model/advisory';
import { osvEcosystems } from '@scangate/engines/advisories/osv-record';
import { ecosystemsOf, scaEngine } from '@scangate/engines/sca/sca-engine';
import { component, cvss, engineInput, indexOf, inventory, osvRecord, vector } from './advisory-fixtures.ts';

const run = (of: Inventory, advisories: AdvisoryIndex) => {
  const { findings, coverage } = scaEngine.run(engineInput(of, advisories));
  return { findings: findings as VulnerabilityFinding[], coverage };
};

const found = (components: Component[], ...records: unknown[]) =>
  run(inventory(components), indexOf(...records)).findings;

const fingerprint = (parts: Partial<Component>, ...records: unknown[]) =>
  found([component(parts)], ...records)[0]?.fingerprint;

const goRelease = (version: string) => component({ ecosystem: 'Go', name: 'stdlib', version });

const indirect = (name: string, dependsOn: string[] = []) =>
  component({ name, ref: name, direct: false, dependsOn });

describe('a vulnerable component', () => {
  const record = osvRecord({ severity: cvss(vector.critical), aliases: ['CVE-2025-1'] });

  test('is one finding with all details', () => {
    const [finding, ...others] = found([component()], record);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      kind: 'vulnerability',
      severity: 'critical',
      title: 'Something can be abused',
      advisoryId: 'GHSA-aaaa-bbbb-cccc',
      aliases: ['CVE-2025-1'],
      purl: 'pkg:npm/left@1.0.0',
      packageName: 'left',
      version: '1.0.0',
      scope: 'required',
      direct: true,
      dependencyPath: ['left@1.0.0'],
      fixedVersions: ['1.2.0'],
      cvss: { vector: vector.critical, score: 9.8 },
      malicious: false,
      file: 'package-lock.json',
    });
    expect(finding?.fingerprint).toMatch(/^[0-9a-f]{32}$/);
  });

  test('is found in every scope, including development', () => {
    expect(found([component({ scope: 'dev', direct: false })], record)).toHaveLength(1);
  });

  test('that is fixed, or another package, is not a finding', () => {
    expect(found([component({ version: '1.2.0' }), component({ name: 'right' })], record)).toEqual([]);
  });

  test('in two databases with a common alias is one finding, without one two', () => {
    const second = osvRecord({ id: 'OTHER-1', aliases: ['CVE-2025-1'] });
    const stranger = osvRecord({ id: 'OTHER-2', aliases: ['CVE-2025-2'] });
    expect(found([component()], record, second)).toHaveLength(1);
    expect(found([component()], record, second, stranger)).toHaveLength(2);
  });

  test('keeps its fingerprint across versions and databases, but not across packages, files and vulnerabilities', () => {
    const known = fingerprint({}, record);
    const renamed = osvRecord({
      id: 'OTHER-1',
      aliases: ['CVE-2025-1'],
      severity: cvss(vector.v4, 'CVSS_V4'),
    });
    expect(fingerprint({ version: '1.1.0' }, record)).toBe(known);
    expect(fingerprint({}, record, renamed)).toBe(known);
    expect(fingerprint({ file: 'web/package-lock.json' }, record)).not.toBe(known);
    expect(fingerprint({}, osvRecord({ id: 'OTHER-3' }))).not.toBe(known);
    expect(fingerprint({ name: 'right' }, osvRecord({ name: 'right', aliases: ['CVE-2025-1'] }))).not.toBe(
      known,
    );
  });

  test('is matched in any spelling its registry treats as equal', () => {
    const flask = osvRecord({ ecosystem: 'PyPI', name: 'Flask_Thing', versions: ['1.0'] });
    const parts = { ecosystem: 'PyPI', name: 'flask.thing', version: '1.0.0' } as const;
    expect(found([component(parts)], flask)).toHaveLength(1);
    expect(found([component({ name: 'Left' })], record)).toEqual([]);
  });

  test('in the Go standard library is found by the toolchain version', () => {
    const stdlib = osvRecord({
      ecosystem: 'Go',
      name: 'stdlib',
      events: [{ introduced: '1.21.0-0' }, { fixed: '1.21.3' }],
    });
    expect(found([goRelease('go1.21.2')], stdlib)).toHaveLength(1);
    expect(found([goRelease('1.21rc2')], stdlib)).toHaveLength(1);
    expect(found([goRelease('go1.21.3'), goRelease('1.20.9')], stdlib)).toEqual([]);
  });

  test('is listed most severe first, with unknown severities where the policy counts them', () => {
    const records = (['low', 'critical', 'medium'] as const).map((severity) =>
      osvRecord({ id: `X-${severity}`, severity: cvss(vector[severity]) }),
    );
    const severities = found([component()], ...records, osvRecord({ id: 'X-none' })).map((f) => f.severity);
    expect(severities).toEqual(['critical', 'unknown', 'medium', 'low']);
  });
});

describe('the dependency path', () => {
  const record = osvRecord({ name: 'deep' });
  const pathTo = (components: Component[], direct: string[]): string[] | undefined =>
    run(inventory(components, { direct }), indexOf(record)).findings[0]?.dependencyPath;

  test('is the shortest from a direct dependency, even with cycles', () => {
    const components = [
      indirect('a', ['b', 'a']),
      indirect('b', ['c', 'a']),
      indirect('c', ['deep', 'missing']),
      indirect('z', ['c']),
      indirect('deep', ['a']),
    ];
    expect(pathTo(components, ['a', 'z'])).toEqual(['z@1.0.0', 'c@1.0.0', 'deep@1.0.0']);
  });

  test('is the component alone if the file has no graph', () => {
    expect(pathTo([indirect('a'), indirect('deep')], ['a'])).toEqual(['deep@1.0.0']);
  });

  test('of a chain of thousands is cut in the middle', () => {
    const chain = Array.from({ length: 5000 }, (_, i) => indirect(`p${i}`, [`p${i + 1}`, 'deep']));
    chain.forEach((link, i) => {
      if (i < 4999) link.dependsOn = [`p${i + 1}`];
    });
    const path = pathTo([...chain, indirect('deep')], ['p0']);
    expect(path?.[0]).toBe('p0@1.0.0');
    expect(path).toContain('…');
    expect(path?.at(-1)).toBe('deep@1.0.0');
    expect(path?.length).toBeLessThanOrEqual(40);
  });
});

describe('coverage', () => {
  const index = indexOf(osvRecord());

  test('is complete when every component was matched, vulnerable or not', () => {
    const { coverage } = run(inventory([component(), component({ name: 'right' })]), index);
    expect(coverage).toEqual({ scanType: 'sca', status: 'assessed', assessed: 2, gaps: [] });
  });

  test('is complete for a lockfile without dependencies', () => {
    expect(run(inventory([]), index).coverage).toMatchObject({ status: 'assessed', assessed: 0 });
  });

  test('is unassessed without any dependency file', () => {
    const { coverage } = run(inventory([], { read: [] }), index);
    expect(coverage).toMatchObject({
      status: 'unassessed',
      gaps: [{ reason: 'no dependency file was found' }],
    });
  });

  test('is unassessed before any import', () => {
    const { coverage, findings } = run(inventory([component()]), emptyAdvisoryIndex);
    expect(coverage.status).toBe('unassessed');
    expect(coverage.gaps).toContainEqual({ reason: 'no advisories were ever imported' });
    expect(findings).toEqual([]);
  });

  test('lists components that cannot be evaluated', () => {
    const unpinned = component({ name: 'left', ref: 'u' });
    delete unpinned.version;
    const { coverage, findings } = run(
      inventory([
        component({ version: '1.2.0' }),
        unpinned,
        component({ version: 'github:some/fork', ref: 'f' }),
        component({ ecosystem: 'PyPI', ref: 'p' }),
        component({ ecosystem: undefined, ref: 'n' } as Partial<Component>),
      ]),
      index,
    );
    expect(findings).toEqual([]);
    const file = 'package-lock.json';
    expect(coverage).toEqual({
      scanType: 'sca',
      status: 'partial',
      assessed: 1,
      gaps: [
        { reason: 'no version is pinned', file, count: 1 },
        { reason: 'the version cannot be ordered', file, count: 1 },
        { reason: 'no advisories for PyPI in the snapshot', file, count: 1 },
        { reason: 'no ecosystem with advisories', file, count: 1 },
      ],
    });
  });

  test('lists unread files and counts notes', () => {
    const { coverage } = run(
      inventory([component()], {
        unread: [{ file: 'yarn.lock', reason: 'truncated' }],
        notes: Array.from({ length: 3 }, () => ({ file: 'package-lock.json', reason: 'local path' })),
      }),
      index,
    );
    expect(coverage).toMatchObject({
      status: 'partial',
      gaps: [
        { file: 'yarn.lock', reason: 'truncated' },
        { file: 'package-lock.json', reason: 'local path', count: 3 },
      ],
    });
  });

  test('reports an advisory whose versions cannot be ordered', () => {
    const odd = osvRecord({ events: [{ introduced: '0' }, { fixed: 'next' }], versions: ['3.0.0'] });
    const { coverage, findings } = run(
      inventory([component({ version: '3.0.0' }), component({ version: '4.0.0' })]),
      indexOf(odd),
    );
    expect(findings.map(({ version }) => version)).toEqual(['3.0.0']);
    expect(coverage).toMatchObject({
      status: 'partial',
      assessed: 1,
      gaps: [{ reason: 'an advisory has versions that cannot be ordered', count: 1 }],
    });
  });

  test('stays small however many gaps there are', () => {
    const unread = Array.from({ length: 5000 }, (_, i) => ({ file: `f${i}`, reason: 'truncated' }));
    const { gaps } = run(inventory([], { unread }), index).coverage;
    expect(gaps).toHaveLength(100);
    expect(gaps.at(-1)).toEqual({ reason: 'further gaps, not listed', count: 4901 });
  });
});

describe('the canary', () => {
  test('is found in every ecosystem that a snapshot can have', () => {
    const records = osvEcosystems.map((ecosystem) => osvRecord({ ecosystem }));
    expect(run(inventory([]), indexOf(...records)).coverage.status).toBe('assessed');
  });

  test('that is not found stops the scan', () => {
    const broken = advisoryIndex({ snapshotId: 'x' }, new Map([['npm', () => []]]));
    expect(() => run(inventory([component()]), broken)).toThrow(/canary of npm/);
  });
});

test('too many findings are truncated to the most severe ones, and coverage says so', () => {
  const records = [
    ...Array.from({ length: 30 }, (_, i) => osvRecord({ id: `LOW-${i}`, severity: cvss(vector.low) })),
    osvRecord({ id: 'WORST-1', name: 'right', severity: cvss(vector.critical) }),
    osvRecord({ id: 'WORST-2', name: 'right' }),
  ];
  const flood = Array.from({ length: 1500 }, (_, i) => component({ ref: `${i}`, version: `1.0.${i}` }));
  const { findings, coverage } = run(
    inventory([...flood, component({ name: 'right' })]),
    indexOf(...records),
  );
  expect(findings).toHaveLength(20_000);
  expect(findings.slice(0, 3).map((f) => f.severity)).toEqual(['critical', 'unknown', 'low']);
  expect(coverage).toMatchObject({ status: 'partial', gaps: [{ count: 1500 * 30 + 2 - 20_000 }] });
});

test('one package version installed in several places is one finding with the shortest path', () => {
  const components = [
    component({ ref: 'far', scope: 'required', direct: false }),
    component({ ref: 'near', scope: 'dev', direct: true }),
    component({ ref: 'other', version: '1.1.0' }),
  ];
  const { findings, coverage } = run(inventory(components), indexOf(osvRecord()));
  expect(findings.map((f) => [f.version, f.scope, f.direct])).toEqual([
    ['1.0.0', 'required', true],
    ['1.1.0', 'required', true],
  ]);
  expect(coverage.assessed).toBe(3);
});

test('each ecosystem whose advisories a unit needs is listed once', () => {
  const components = [component(), component({ ecosystem: 'Go' }), component({ ecosystem: 'npm' })];
  expect(ecosystemsOf(inventory(components))).toEqual(['Go', 'npm']);
});
