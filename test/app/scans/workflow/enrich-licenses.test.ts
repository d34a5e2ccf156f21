import { expect, test } from 'vitest';
import { enrichLicenses } from '#app/scans/workflow/enrich-licenses.ts';
import {
  noLicenseSource,
  type LicenseSource,
  type PackageVersion,
  type LicenseData,
} from '#ports/license-source.ts';
import { emptyLicenseIndex } from '@scangate/engines/model/license-data';
import { component, inventory } from '#test/engines/sca/advisory-fixtures.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';

const noData: LicenseData = { load: async () => emptyLicenseIndex };

const unlicensed = component({ name: 'a', ref: 'a' });
const of = inventory([
  unlicensed,
  component({ name: 'a', ref: 'a again', direct: false }),
  component({ name: 'b', ref: 'b', license: 'MIT' }),
  component({ name: 'c', ref: 'c', local: true }),
  component({ name: 'd', ref: 'd', purl: 'pkg:npm/d@1.0.0?vcs_url=git%2Bhttps://example.com/d' }),
]);

test('only published packages without a license are looked up, each once', async () => {
  const requested: PackageVersion[] = [];
  const source: LicenseSource = {
    lookup: async (packages) => {
      requested.push(...packages);
      return { licenses: packages.map(() => 'GPL-3.0-only'), unanswered: 0 };
    },
  };
  const enriched = await enrichLicenses(of, { data: noData, source }, taskContextAt());
  expect(requested).toEqual([{ ecosystem: 'npm', name: 'a', version: '1.0.0' }]);
  expect(enriched.inventory.components.map(({ license }) => license)).toEqual([
    'GPL-3.0-only',
    'GPL-3.0-only',
    'MIT',
    undefined,
    undefined,
  ]);
  expect(enriched.gaps).toEqual([]);
});

test('packages that could not be looked up are a gap', async () => {
  const source: LicenseSource = { lookup: async () => ({ licenses: [undefined], unanswered: 1 }) };
  const { gaps, inventory: same } = await enrichLicenses(of, { data: noData, source }, taskContextAt());
  expect(gaps).toEqual([{ reason: 'the license source did not answer in time', count: 1 }]);
  expect(same).toEqual(of);
});

test('without a license source the inventory stays as it was read', async () => {
  expect(await enrichLicenses(of, { data: noData, source: noLicenseSource }, taskContextAt())).toEqual({
    inventory: of,
    gaps: [],
  });
});

test('the license data is used first, and only unknown packages are looked up', async () => {
  const asked: string[] = [];
  const data: LicenseData = {
    load: async (packages) => {
      asked.push(...packages.map(({ name }) => `data ${name}`));
      const lookup = (_: string, name: string) =>
        name === 'a' ? { license: 'ISC', isCertain: true } : undefined;
      return { snapshot: { id: 'x', day: '2026-01-01', packages: {} }, lookup };
    },
  };
  const source: LicenseSource = {
    lookup: async (packages) => {
      asked.push(...packages.map(({ name }) => `source ${name}`));
      return { licenses: packages.map(() => undefined), unanswered: 0 };
    },
  };
  const both = inventory([unlicensed, component({ name: 'e', ref: 'e' })]);
  const enriched = await enrichLicenses(both, { data, source }, taskContextAt());
  expect(asked).toEqual(['data a', 'data e', 'source e']);
  expect(enriched.inventory.licenseData?.id).toBe('x');
  expect(enriched.inventory.components[0]).toMatchObject({ license: 'ISC', licenseFrom: 'data-set' });
});
