import { expect, test } from 'vitest';
import { builtInLicenseData } from '#adapters/reference-data/licenses/built-in.ts';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import { isPublished, withKnownLicenses } from '@scangate/engines/license/known-licenses';
import { licenseEngine } from '@scangate/engines/license/license-engine';
import type { Component, Ecosystem, Inventory } from '@scangate/engines/model/component';
import { emptyLicenseIndex } from '@scangate/engines/model/license-data';
import { defaultPolicy, type LicensePolicy } from '@scangate/engines/model/gate/policy';
import { component, engineInput, inventory } from '../sca/advisory-fixtures.ts';

const packaged = (ecosystem: Ecosystem, name: string, version: string): Component =>
  component({ ecosystem, name, version, ref: `${name}@${version}`, purl: `pkg:generic/${name}@${version}` });

const withKnown = async (components: Component[]): Promise<Inventory> =>
  withKnownLicenses(inventory(components), await builtInLicenseData().load(components.filter(isPublished)));

const knownOf = async (...components: Component[]): Promise<Component[]> =>
  (await withKnown(components)).components;

const judge = async (components: Component[], license: Partial<LicensePolicy> = {}) => {
  const policy = { ...defaultPolicy, license: { ...defaultPolicy.license, ...license } };
  return licenseEngine.run(engineInput(await withKnown(components), emptyAdvisoryIndex, policy));
};

test('a license that no lockfile states is known between two versions that have it', async () => {
  const known = await knownOf(
    packaged('npm', 'lodash', '4.17.21'),
    packaged('PyPI', 'Requests', '2.31.0'),
    packaged('NuGet', 'newtonsoft.json', '12.0.1'),
    packaged('Maven', 'com.typesafe.akka:akka-actor_2.13', '2.6.20'),
    packaged('Maven', 'com.typesafe.akka:akka-actor_2.13', '2.8.5'),
    packaged('Go', 'github.com/hashicorp/terraform', 'v1.5.7'),
    packaged('Go', 'github.com/hashicorp/terraform', 'v1.6.2'),
    packaged('Hex', 'phoenix', '1.7.10'),
    packaged('Pub', 'http', '1.2.0'),
    packaged('SwiftURL', 'github.com/apple/swift-nio', '2.60.0'),
  );
  expect(known.map(({ license, licenseFrom }) => [license, licenseFrom])).toEqual([
    ['MIT', 'data-set'],
    ['Apache-2.0', 'data-set'],
    ['MIT', 'data-set'],
    ['Apache-2.0', 'data-set'],
    ['BUSL-1.1', 'data-set'],
    ['MPL-2.0', 'data-set'],
    ['BUSL-1.1', 'data-set'],
    ['MIT', 'data-set'],
    ['BSD-3-Clause', 'data-set'],
    ['Apache-2.0', 'data-set'],
  ]);
});

test('a stated license, a package from another source and a local one stay unchanged', async () => {
  const own = [
    component({ name: 'lodash', version: '4.17.21', license: 'ISC', ref: '1' }),
    component({ name: 'lodash', version: '4.17.21', ref: '2', purl: 'pkg:npm/lodash@4.17.21?vcs_url=x' }),
    component({ name: 'lodash', version: '4.17.21', ref: '3', local: true }),
    component({ name: 'nobody-has-this', version: '1.0.0', ref: '4' }),
  ];
  expect(await knownOf(...own)).toEqual(own);
});

test('the license of other versions can be rejected, but is never compliant', async () => {
  const agpl = packaged('NuGet', 'itext7', '7.99.0');
  const mit = packaged('npm', 'lodash', '4.99.0');
  expect((await knownOf(agpl, mit)).map(({ license, likelyLicense }) => [license, likelyLicense])).toEqual([
    [undefined, 'AGPL-3.0-only'],
    [undefined, 'MIT'],
  ]);
  const { licenses, findings } = await judge([agpl, mit]);
  expect(licenses).toEqual({ compliant: 0, nonCompliant: 1, unknown: 1, total: 2 });
  expect(findings).toMatchObject([{ packageName: 'itext7', license: 'AGPL-3.0-only' }]);
  expect((await judge([mit], { denyCategories: ['unknown'] })).licenses?.nonCompliant).toBe(1);
});

test('the coverage reports what the license data knew, by ecosystem', async () => {
  const { coverage } = await judge([
    packaged('npm', 'lodash', '4.17.21'),
    packaged('npm', 'lodash', '4.99.0'),
    packaged('Hex', 'nobody_has_this', '1.0.0'),
    component({ name: 'stated', license: 'MIT', ref: 'stated' }),
  ]);
  expect(coverage.licenseData).toEqual({
    snapshot: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    id: expect.stringMatching(/^[0-9a-f]{64}$/),
    answered: 1,
    likely: 1,
    unanswered: 1,
    ecosystems: [
      { ecosystem: 'Hex', packages: expect.any(Number), answered: 0, likely: 0, unanswered: 1 },
      { ecosystem: 'npm', packages: expect.any(Number), answered: 1, likely: 1, unanswered: 0 },
    ],
  });
  expect(coverage.gaps).toEqual([
    expect.objectContaining({ reason: 'no license is stated; it is only known for other versions' }),
    expect.objectContaining({ reason: 'no license is stated' }),
  ]);
  expect((await judge([component({ license: 'MIT' })])).coverage.licenseData).toBeUndefined();
});

test('without license data every license is unknown, and the coverage names no data', () => {
  const left = inventory([packaged('npm', 'lodash', '4.17.21')]);
  expect(withKnownLicenses(left, emptyLicenseIndex)).toEqual(left);
  const { coverage } = licenseEngine.run(engineInput(left, emptyAdvisoryIndex, defaultPolicy));
  expect(coverage.licenseData).toBeUndefined();
});
