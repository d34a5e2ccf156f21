import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import { normalExpression } from '@scangate/engines/license/build-license-data';
import { withKnownLicenses } from '@scangate/engines/license/known-licenses';
import { licenseEngine } from '@scangate/engines/license/license-engine';
import { runsByName } from '@scangate/engines/license/license-runs';
import type { Component, Ecosystem } from '@scangate/engines/model/component';
import { defaultPolicy, type LicensePolicy } from '@scangate/engines/model/policy';
import { component, engineInput, inventory } from '../sca/advisory-fixtures.ts';

const folder = 'lib/engines/license/data';
const read = (file: string) =>
  JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Record<string, string>;

const packaged = (ecosystem: Ecosystem, name: string, version: string): Component =>
  component({ ecosystem, name, version, ref: `${name}@${version}`, purl: `pkg:generic/${name}@${version}` });

const knownOf = async (...components: Component[]): Promise<Component[]> =>
  (await withKnownLicenses(inventory(components))).components;

const judge = async (components: Component[], license: Partial<LicensePolicy> = {}) => {
  const policy = { ...defaultPolicy, license: { ...defaultPolicy.license, ...license } };
  return licenseEngine.run(
    engineInput(await withKnownLicenses(inventory(components)), emptyAdvisoryIndex, policy),
  );
};

describe('the built-in data set', () => {
  const files = readdirSync(folder).filter((file) => file !== 'snapshot.json');

  test.each(files)('%s has SPDX expressions in normal form only', (file) => {
    for (const license of Object.keys(read(file))) expect(normalExpression(license)).toBe(license);
  });

  test('has as many packages as it says, of seven ecosystems', () => {
    const { packages } = JSON.parse(readFileSync(`${folder}/snapshot.json`, 'utf8')) as {
      packages: Record<string, number>;
    };
    const counts = files.map((file) => runsByName(read(file)).size).toSorted();
    expect(counts).toEqual(Object.values(packages).toSorted());
    expect(Object.values(packages).reduce((sum, each) => sum + each)).toBeGreaterThan(10_000);
  });
});

test('a license that no lockfile states is known between two versions that have it', async () => {
  const known = await knownOf(
    packaged('npm', 'lodash', '4.17.21'),
    packaged('PyPI', 'Requests', '2.31.0'),
    packaged('NuGet', 'newtonsoft.json', '12.0.1'),
    packaged('Maven', 'org.elasticsearch:elasticsearch', '7.9.0'),
    packaged('Maven', 'org.elasticsearch:elasticsearch', '7.17.0'),
    packaged('Go', 'github.com/hashicorp/vault', 'v1.15.2'),
  );
  expect(known.map(({ license, licenseFrom }) => [license, licenseFrom])).toEqual([
    ['MIT', 'data-set'],
    ['Apache-2.0', 'data-set'],
    ['MIT', 'data-set'],
    ['Apache-2.0', 'data-set'],
    ['Elastic-2.0 OR SSPL-1.0', 'data-set'],
    ['BUSL-1.1', 'data-set'],
  ]);
});

test('a stated license, a package from elsewhere and a local one stay as they are', async () => {
  const own = [
    component({ name: 'lodash', version: '4.17.21', license: 'ISC', ref: '1' }),
    component({ name: 'lodash', version: '4.17.21', ref: '2', purl: 'pkg:npm/lodash@4.17.21?vcs_url=x' }),
    component({ name: 'lodash', version: '4.17.21', ref: '3', local: true }),
    component({ name: 'nobody-has-this', version: '1.0.0', ref: '4' }),
  ];
  expect(await knownOf(...own)).toEqual(own);
});

test('the license of other versions rejects, but is never compliant', async () => {
  const gpl = packaged('PyPI', 'pyqt5', '5.99.0');
  const mit = packaged('npm', 'lodash', '4.99.0');
  expect((await knownOf(gpl, mit)).map(({ license, likelyLicense }) => [license, likelyLicense])).toEqual([
    [undefined, 'GPL-3.0-only'],
    [undefined, 'MIT'],
  ]);
  const { licenses, findings } = await judge([gpl, mit]);
  expect(licenses).toEqual({ compliant: 0, nonCompliant: 1, unknown: 1, total: 2 });
  expect(findings).toMatchObject([{ packageName: 'pyqt5', license: 'GPL-3.0-only' }]);
  expect((await judge([mit], { denyCategories: ['unknown'] })).licenses?.nonCompliant).toBe(1);
});

test('the coverage says what the data set knew', async () => {
  const { coverage } = await judge([
    packaged('npm', 'lodash', '4.17.21'),
    packaged('npm', 'lodash', '4.99.0'),
    packaged('npm', 'nobody-has-this', '1.0.0'),
    component({ name: 'stated', license: 'MIT', ref: 'stated' }),
  ]);
  expect(coverage.licenseData).toEqual({
    snapshot: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    answered: 1,
    likely: 1,
    unanswered: 1,
  });
  expect(coverage.gaps).toEqual([
    expect.objectContaining({ reason: 'no license is stated, and only that of other versions is known' }),
    expect.objectContaining({ reason: 'no license is stated' }),
  ]);
  expect((await judge([component({ license: 'MIT' })])).coverage.licenseData).toBeUndefined();
});
