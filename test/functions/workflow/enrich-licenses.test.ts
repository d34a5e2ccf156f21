import { expect, test } from 'vitest';
import { enrichLicenses } from '#app/scans/workflow/enrich-licenses.ts';
import { noLicenseSource, type LicenseSource, type PackageVersion } from '#ports/license-source.ts';
import { component, inventory } from '#test/engines/sca/advisory-fixtures.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';

const unstated = component({ name: 'a', ref: 'a' });
const of = inventory([
  unstated,
  component({ name: 'a', ref: 'a again', direct: false }),
  component({ name: 'b', ref: 'b', license: 'MIT' }),
  component({ name: 'c', ref: 'c', local: true }),
  component({ name: 'd', ref: 'd', purl: 'pkg:npm/d@1.0.0?vcs_url=git%2Bhttps://example.com/d' }),
]);

test('only what a registry publishes and nobody states is asked for, once', async () => {
  const asked: PackageVersion[] = [];
  const source: LicenseSource = {
    lookup: async (packages) => {
      asked.push(...packages);
      return { licenses: packages.map(() => 'GPL-3.0-only'), unanswered: 0 };
    },
  };
  const stated = await enrichLicenses(of, source, taskContextAt());
  expect(asked).toEqual([{ ecosystem: 'npm', name: 'a', version: '1.0.0' }]);
  expect(stated.inventory.components.map(({ license }) => license)).toEqual([
    'GPL-3.0-only',
    'GPL-3.0-only',
    'MIT',
    undefined,
    undefined,
  ]);
  expect(stated.gaps).toEqual([]);
});

test('what could not be asked is a gap', async () => {
  const source: LicenseSource = { lookup: async () => ({ licenses: [undefined], unanswered: 1 }) };
  const { gaps, inventory: same } = await enrichLicenses(of, source, taskContextAt());
  expect(gaps).toEqual([{ reason: 'the licence source could not be asked in time', count: 1 }]);
  expect(same).toEqual(of);
});

test('with the source off the inventory is as it was read', async () => {
  expect(await enrichLicenses(of, noLicenseSource, taskContextAt())).toEqual({ inventory: of, gaps: [] });
});
