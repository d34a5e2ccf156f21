import { describe, expect, test } from 'vitest';
import type { Component, Inventory } from '../../../lib/domain/scans/component.ts';
import type { LicenseFinding } from '../../../lib/domain/scans/finding.ts';
import { defaultPolicy } from '../../../lib/domain/scans/policy.ts';
import { licenseCounts, licenseEngine } from '../../../lib/scanners/license/license-engine.ts';
import { emptyIndex } from '../../../lib/scanners/sca/advisory-index.ts';
import { component, engineInput, inventory } from '../sca/advisory-fixtures.ts';

const licensed = (name: string, license?: string): Component =>
  component({ name, ref: name, ...(license !== undefined && { license }) });

const run = (of: Inventory) => {
  const { findings, ...rest } = licenseEngine.run(engineInput(of, emptyIndex));
  return { findings: findings as LicenseFinding[], ...rest };
};

const mixed = [
  licensed('a', 'MIT'),
  licensed('b', 'GPL-3.0-only'),
  licensed('c', 'MIT OR GPL-3.0-only'),
  licensed('d', 'Apache License 2.0'),
  licensed('e'),
];

test('only what the policy refuses is a finding, and everything is counted', () => {
  const { findings, licenses } = run(inventory(mixed));
  expect(licenses).toEqual({ compliant: 2, nonCompliant: 1, unknown: 2, total: 5 });
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({
    kind: 'license',
    severity: 'high',
    packageName: 'b',
    version: '1.0.0',
    license: 'GPL-3.0-only',
    category: 'strong-copyleft',
    file: 'package-lock.json',
  });
});

test('the counts of a summary are those of the engine', () => {
  expect(licenseCounts(mixed, defaultPolicy.license)).toEqual(run(inventory(mixed)).licenses);
});

const fingerprint = (parts: Partial<Component>) =>
  run(inventory([component({ license: 'GPL-3.0-only', ...parts })])).findings[0]?.fingerprint;

test('a finding stays the same over versions, and changes with the terms, the package and the file', () => {
  const known = fingerprint({});
  expect(known).toMatch(/^[0-9a-f]{32}$/);
  expect(fingerprint({ version: '9.0.0' })).toBe(known);
  for (const parts of [{ license: 'AGPL-3.0-only' }, { name: 'right' }, { file: 'web/package-lock.json' }]) {
    expect(fingerprint(parts)).not.toBe(known);
  }
});

describe('coverage', () => {
  test('is partial where components state no licence', () => {
    expect(run(inventory(mixed)).coverage).toEqual({
      scanType: 'license',
      status: 'partial',
      assessed: 4,
      gaps: [{ reason: 'no licence is stated', file: 'package-lock.json', count: 1 }],
    });
  });

  test('is none where no component states one, or there is no dependency file', () => {
    expect(run(inventory([licensed('a')])).coverage.status).toBe('unassessed');
    expect(run(inventory([], { read: [] })).coverage.status).toBe('unassessed');
  });

  test('is complete where all state one', () => {
    expect(run(inventory(mixed.slice(0, 3))).coverage).toMatchObject({ status: 'assessed', gaps: [] });
  });
});
