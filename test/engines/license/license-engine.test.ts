import { describe, expect, test } from 'vitest';
import type { Component, Inventory } from '@scangate/engines/model/component';
import type { LicenseFinding } from '@scangate/engines/model/finding';
import {
  defaultPolicy,
  type LicenseException,
  type LicensePolicy,
} from '@scangate/engines/model/gate/policy';
import { licenseEngine } from '@scangate/engines/license/license-engine';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import { component, engineInput, inventory } from '../sca/advisory-fixtures.ts';
import { processorMs } from '#test/support/processor-time.ts';

const licensed = (name: string, license?: string): Component =>
  component({ name, ref: name, ...(license !== undefined && { license }) });

const run = (of: Inventory, license: Partial<LicensePolicy> = {}) => {
  const policy = { ...defaultPolicy, license: { ...defaultPolicy.license, ...license } };
  const { findings, ...rest } = licenseEngine.run(engineInput(of, emptyAdvisoryIndex, policy));
  return { findings: findings as LicenseFinding[], ...rest };
};

const mixed = [
  licensed('a', 'MIT'),
  licensed('b', 'GPL-3.0-only'),
  licensed('c', 'MIT OR GPL-3.0-only'),
  licensed('d', 'Apache License 2.0'),
  licensed('e'),
];

test('only a rejected license is a finding, and every component is counted', () => {
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

describe('an exception', () => {
  const gpl = (parts: Partial<Component> = {}): Component =>
    component({ name: '@acme/x', purl: 'pkg:npm/%40acme/x@1.0.0', license: 'GPL-3.0-only', ...parts });
  const excepted = (exception: Partial<LicenseException>, of = gpl()) =>
    run(inventory([of]), { exceptions: [{ package: '*', reason: 'agreed', ...exception }] });

  test('suppresses the finding with its reason, and the component counts as compliant', () => {
    const { findings, licenses } = excepted({});
    expect(findings).toMatchObject([
      { packageName: '@acme/x', suppressed: { by: 'policy', reason: 'agreed' } },
    ]);
    expect(licenses).toEqual({ compliant: 1, nonCompliant: 0, unknown: 0, total: 1 });
  });

  test.each([
    ['@acme/x', true],
    ['@acme/*', true],
    ['@acme/?', false],
    ['*c*/*x*', true],
    ['@acme/x*x', false],
    ['x', false],
    ['@acme', false],
    ['*/x', true],
    ['pkg:npm/@acme/x', true],
    ['pkg:npm/%40acme/x', true],
    ['pkg:npm/@acme/x@1.0.0', true],
    ['pkg:npm/@acme/x@2.0.0', false],
    ['pkg:npm/@acme/x@1.*', true],
    ['pkg:npm/@acme/*', true],
    ['pkg:pypi/*', false],
    ['pkg:npm/x', false],
  ])('for %s covers it: %s', (name, covered) => {
    expect(excepted({ package: name }).licenses?.compliant).toBe(covered ? 1 : 0);
  });

  test('matches a name in any spelling its registry treats as equal', () => {
    const python = gpl({ ecosystem: 'PyPI', name: 'my-package', purl: 'pkg:pypi/my-package@1' });
    expect(excepted({ package: 'My_Package' }, python).licenses?.compliant).toBe(1);
    expect(excepted({ package: '@Acme/x' }).licenses?.compliant).toBe(0);
  });

  test('for one license does not apply to another', () => {
    expect(excepted({ license: 'gpl-3.0-ONLY' }).licenses?.compliant).toBe(1);
    expect(excepted({ license: 'GPL-3.0-only' }, gpl({ license: 'AGPL-3.0-only' })).licenses?.compliant).toBe(
      0,
    );
    const unstated = gpl();
    delete unstated.license;
    expect(excepted({ license: 'GPL-3.0-only' }, unstated).licenses?.unknown).toBe(1);
  });

  test('overrides the deny list and accepts an unknown license', () => {
    const denied = run(inventory([gpl({ license: 'MIT' })]), {
      deny: ['MIT'],
      exceptions: [{ package: '@acme/x', reason: 'agreed' }],
    });
    expect(denied.findings[0]?.suppressed).toBeDefined();
    const custom = excepted({}, gpl({ license: 'see LICENSE.txt' }));
    expect([custom.licenses?.compliant, custom.findings]).toEqual([1, []]);
    const unstated = gpl();
    delete unstated.license;
    expect(excepted({}, unstated).coverage).toMatchObject({ status: 'assessed', gaps: [] });
  });

  test('takes little time for any pattern', () => {
    const exceptions = Array.from({ length: 100 }, (_, i) => ({
      package: `*${'a'.repeat(110)}${i}*`,
      reason: 'r',
    }));
    const many = Array.from({ length: 2000 }, (_, i) => gpl({ name: `${'a'.repeat(500)}`, ref: `${i}` }));
    const begun = processorMs();
    run(inventory(many), { exceptions });
    expect(processorMs() - begun).toBeLessThan(5_000);
  });
});

test('development dependencies count unless the policy excludes them; then they are reported', () => {
  const of = inventory([
    component({ license: 'GPL-3.0-only', scope: 'dev' }),
    component({ name: 'right', license: 'GPL-3.0-only', ref: 'r' }),
  ]);
  expect(run(of).licenses).toMatchObject({ nonCompliant: 2 });
  const { licenses, findings } = run(of, { ignoreDevelopment: true });
  expect(licenses).toEqual({ compliant: 1, nonCompliant: 1, unknown: 0, total: 2 });
  expect(findings.filter(({ suppressed }) => suppressed).map(({ packageName }) => packageName)).toEqual([
    'left',
  ]);
});

test('a workspace member needs no license', () => {
  const { licenses, coverage } = run(inventory([component({ local: true, license: 'UNLICENSED' })]), {
    denyCategories: ['proprietary', 'unknown'],
  });
  expect(licenses).toMatchObject({ total: 0 });
  expect(coverage.gaps).toEqual([]);
});

const fingerprint = (parts: Partial<Component>) =>
  run(inventory([component({ license: 'GPL-3.0-only', ...parts })])).findings[0]?.fingerprint;

test('a fingerprint is independent of the version and depends on license, package and file', () => {
  const known = fingerprint({});
  expect(known).toMatch(/^[0-9a-f]{32}$/);
  expect(fingerprint({ version: '9.0.0' })).toBe(known);
  for (const parts of [{ license: 'AGPL-3.0-only' }, { name: 'right' }, { file: 'web/package-lock.json' }]) {
    expect(fingerprint(parts)).not.toBe(known);
  }
});

describe('coverage', () => {
  test('is partial if components state no license', () => {
    expect(run(inventory(mixed)).coverage).toEqual({
      scanType: 'license',
      status: 'partial',
      assessed: 4,
      gaps: [{ reason: 'no license is stated', file: 'package-lock.json', count: 1 }],
    });
  });

  test('is unassessed if no component states one, or without a dependency file', () => {
    expect(run(inventory([licensed('a')])).coverage.status).toBe('unassessed');
    expect(run(inventory([], { read: [] })).coverage.status).toBe('unassessed');
  });

  test('is complete if all state one', () => {
    expect(run(inventory(mixed.slice(0, 3))).coverage).toMatchObject({ status: 'assessed', gaps: [] });
  });
});
