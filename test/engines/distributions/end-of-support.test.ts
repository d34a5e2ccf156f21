import { expect, test } from 'vitest';
import { endOfSupport } from '@scangate/engines/distributions/end-of-support';
import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import type { Ecosystem } from '@scangate/engines/model/component';
import { scaEngine } from '@scangate/engines/sca/sca-engine';
import { engineInput, indexOf, osvRecord } from '../sca/advisory-fixtures.ts';

const now = '2025-01-02T03:04:05.000Z';

test.each<[Ecosystem, string]>([
  ['Debian:9', 'Debian 9 had no support after 2022-06-30: what was found later may not be known'],
  [
    'Ubuntu:18.04',
    'Ubuntu 18.04 had no support after 2023-05-31: what was found later may not be known, or listed for Ubuntu Pro only',
  ],
  ['Alpine:v3.16', 'Alpine 3.16 had no support after 2024-05-23: what was found later may not be known'],
  [
    'Red Hat:7',
    'Red Hat 7 had no support after 2024-06-30: what was found later may not be known, or listed for a paid extension only',
  ],
  [
    'SUSE:12.5',
    'SUSE 12.5 had no support after 2024-10-31: what was found later may not be known, or listed for a paid extension only',
  ],
  [
    'openSUSE:Leap 15.2',
    'openSUSE Leap 15.2 had no support after 2022-01-04: what was found later may not be known',
  ],
])('%s had lost its support', (ecosystem, reason) => {
  expect(endOfSupport(ecosystem, now)).toBe(reason);
  expect(endOfSupport(ecosystem, '2015-01-01T00:00:00Z')).toBeUndefined();
  expect(endOfSupport(ecosystem, undefined)).toBeUndefined();
});

test.each<Ecosystem>([
  'Debian:12',
  'Ubuntu:24.04',
  'Ubuntu:Pro:18.04',
  'Alpine:v3.20',
  'Alpine:edge',
  'Wolfi',
  'npm',
])('%s had not, or it is not known', (ecosystem) => {
  expect(endOfSupport(ecosystem, now)).toBeUndefined();
});

test.each([
  ['pkg:rpm/suse/bash@1?distro=sles-11.4', 'SUSE 11.4 had no support after 2019-03-31'],
  ['pkg:rpm/suse/bash@1?distro=sles-12.5', 'SUSE 12.5 had no support after 2024-10-31'],
  ['pkg:rpm/suse/bash@1?distro=sles-15', 'SUSE 15 had no support after 2019-12-31'],
  [
    'pkg:rpm/suse/bash@1?distro=suse.linux.enterprise.server-15.4',
    'SUSE 15.4 had no support after 2023-12-31',
  ],
  ['pkg:rpm/opensuse/bash@1?distro=opensuse-leap-42.3', 'openSUSE Leap 42.3 had no support after 2019-06-30'],
  ['pkg:rpm/opensuse/bash@1?distro=opensuse.leap-15.0', 'openSUSE Leap 15.0 had no support after 2019-12-03'],
  ['pkg:rpm/redhat/bash@1?distro=rhel-5.11', 'Red Hat 5 had no support after 2017-03-31'],
])('the release of %s had lost its support', (purl, reason) => {
  const components = [{ type: 'library', name: 'x', purl }];
  const inventory = inventoryFromSbom({ bomFormat: 'CycloneDX', specVersion: '1.6', components });
  expect(endOfSupport(inventory.components[0]?.ecosystem ?? 'npm', now)).toContain(reason);
});

test('the day itself is still supported', () => {
  expect(endOfSupport('Debian:10', '2024-06-30T23:59:59Z')).toBeUndefined();
  expect(endOfSupport('Debian:10', '2024-07-01T00:00:00Z')).toBeDefined();
});

const scan = (release: string) => {
  const purl = `pkg:deb/debian/libssl1.1@1.1.1d-0?distro=debian-${release}&upstream=openssl`;
  const clean = `pkg:deb/debian/libacl1@2.2.53-4?distro=debian-${release}&upstream=acl`;
  const components = [purl, clean].map((each) => ({ type: 'library', name: 'x', purl: each }));
  const inventory = inventoryFromSbom({ bomFormat: 'CycloneDX', specVersion: '1.6', components });
  const record = osvRecord({
    ecosystem: `Debian:${release}` as Ecosystem,
    name: 'openssl',
    events: [{ introduced: '0' }, { fixed: '1.1.1n-0' }],
  });
  return scaEngine.run(engineInput(inventory, indexOf(record)));
};

test('an image of an unsupported release is compared with what is known, and its coverage says that this is not all', () => {
  const { findings, coverage } = scan('10');
  expect(findings).toHaveLength(1);
  expect(coverage).toMatchObject({
    status: 'partial',
    assessed: 2,
    gaps: [{ reason: endOfSupport('Debian:10', now), file: 'sbom.json', count: 2 }],
  });
  expect(scan('12').coverage).toMatchObject({ status: 'assessed', assessed: 2, gaps: [] });
});
