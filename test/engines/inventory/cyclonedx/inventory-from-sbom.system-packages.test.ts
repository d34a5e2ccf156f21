import { describe, expect, test } from 'vitest';
import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import { advisoryIndex, indexShard } from '@scangate/engines/advisories/advisory-index';
import { compactRecord } from '@scangate/engines/advisories/compact-record';
import type { Ecosystem } from '@scangate/engines/model/component';
import { createMatcher, assertMatcherFindsCanary } from '@scangate/engines/sca/match-component';

const indexOf = (...records: unknown[]) => {
  const shards = records.flatMap((record) => {
    const compacted = compactRecord(record);
    if (compacted.kind !== 'advisory') throw new Error(JSON.stringify(compacted));
    return [...compacted.shards];
  });
  const grouped = Map.groupBy(shards, ([ecosystem]) => ecosystem);
  return advisoryIndex(
    { snapshotId: 'sample' },
    new Map(
      [...grouped].map(([ecosystem, parts]) => [
        ecosystem,
        indexShard({ ecosystem, records: parts.map(([, shard]) => shard) }),
      ]),
    ),
  );
};

const openssl = (ecosystem: string, fixed: string, name = 'openssl') => ({
  id: `X-${ecosystem.replaceAll(/[^\w]/g, '-')}`,
  modified: '2023-02-07T00:00:00Z',
  affected: [
    {
      package: { ecosystem, name },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
    },
  ],
});

const inventoryOf = (...components: object[]) =>
  inventoryFromSbom({ bomFormat: 'CycloneDX', specVersion: '1.6', components });

const library = (purl: string) => ({ type: 'library', name: 'x', purl });

test.each([
  [
    'Debian:11',
    '1.1.1n-0+deb11u4',
    'pkg:deb/debian/libssl1.1@1.1.1n-0%2Bdeb11u3?distro=debian-11&upstream=openssl',
    '1.1.1n-0%2Bdeb11u4',
  ],
  [
    'Ubuntu:22.04:LTS',
    '3.0.2-0ubuntu1.10',
    'pkg:deb/ubuntu/libssl3@3.0.2-0ubuntu1.9?distro=ubuntu-22.04&upstream=openssl',
    '3.0.2-0ubuntu1.10',
  ],
  [
    'Alpine:v3.16',
    '1.1.1t-r0',
    'pkg:apk/alpine/libcrypto1.1@1.1.1q-r0?distro=alpine-3.16.2&upstream=openssl',
    '1.1.1t-r0',
  ],
  ['Wolfi', '3.1.0-r1', 'pkg:apk/wolfi/libssl3@3.0.9-r9?distro=wolfi-20230201&upstream=openssl', '3.1.0-r1'],
  [
    'Chainguard',
    '3.1.0-r1',
    'pkg:apk/chainguard/libssl3@3.0.9-r9?distro=chainguard-20230201&upstream=openssl',
    '3.1.0-r1',
  ],
  [
    'Red Hat:enterprise_linux:8::baseos',
    '1:1.1.1k-9.el8_7',
    'pkg:rpm/redhat/openssl-libs@1.1.1k-7.el8_6?distro=rhel-8.6&epoch=1&upstream=openssl-1.1.1k-7.el8_6.src.rpm',
    '1.1.1k-9.el8_7',
  ],
  [
    'Rocky Linux:8',
    '1:1.1.1k-9.el8_7',
    'pkg:rpm/rocky/openssl@1.1.1k-7.el8_6?distro=rocky-8.5&epoch=1',
    '1.1.1k-9.el8_7',
  ],
  [
    'AlmaLinux:8',
    '1:1.1.1k-9.el8_7',
    'pkg:rpm/almalinux/openssl@1.1.1k-7.el8_6?distro=almalinux-8.5&epoch=1',
    '1.1.1k-9.el8_7',
  ],
  [
    'SUSE:Linux Enterprise Server 15 SP4',
    '1.1.1l-150400.7.25.1',
    'pkg:rpm/suse/openssl@1.1.1l-150400.7.9.1?distro=sles-15.4',
    '1.1.1l-150400.7.25.1',
  ],
  [
    'openSUSE:Leap 15.5',
    '1.1.1l-150500.17.3.1',
    'pkg:rpm/opensuse/openssl@1.1.1l-150500.15.4?distro=opensuse-leap-15.5',
    '1.1.1l-150500.17.3.1',
  ],
])('an old package of %s is found, and the fixed one is not', (ecosystem, fixed, purl, fixedInPurl) => {
  const index = indexOf(openssl(ecosystem, fixed));
  const match = createMatcher(index);
  assertMatcherFindsCanary(index, match);
  const [, version = ''] = /@([^?]+)/.exec(purl) ?? [];
  const patched = purl.replaceAll(version, fixedInPurl);
  const found = inventoryOf(library(purl), library(patched)).components.map((component) => match(component));
  expect(found.map(({ gap }) => gap)).toEqual([undefined, undefined]);
  expect(found.map(({ vulnerabilities }) => vulnerabilities.length).sort()).toEqual([0, 1]);
  const [vulnerability] = found.flatMap(({ vulnerabilities }) => vulnerabilities);
  expect(vulnerability?.fixedVersions).toEqual([fixed]);
});

test('advisories of another release do not judge a package, which is a gap', () => {
  const match = createMatcher(indexOf(openssl('Debian:12', '3.0.9-1')));
  const [component] = inventoryOf(library('pkg:deb/debian/openssl@1.1.1n-0?distro=debian-11')).components;
  expect(match(component!)).toEqual({
    vulnerabilities: [],
    gap: 'no advisories for Debian:11 in the snapshot',
  });
});

test('a binary package is not judged by the advisories of a source package of its name', () => {
  const match = createMatcher(indexOf(openssl('Debian:11', '99', 'libssl1.1')));
  const [component] = inventoryOf(
    library('pkg:deb/debian/libssl1.1@1.1.1n-0?distro=debian-11&upstream=openssl'),
  ).components;
  expect(match(component!)).toEqual({ vulnerabilities: [] });
});

test('a package of an unknown release is reported and never clean', () => {
  const inventory = inventoryOf(library('pkg:deb/debian/openssl@1.1.1n-0'), {
    type: 'operating-system',
    name: 'plan9',
    version: '4',
  });
  expect(inventory.components.map(({ ecosystem }) => ecosystem)).toEqual([undefined]);
  expect(inventory.notes.map(({ reason }) => reason).join()).toContain(
    'of plan9 4, a distribution without known advisories',
  );
  expect(createMatcher(indexOf(openssl('Debian:11', '2')))(inventory.components[0]!).gap).toBeDefined();
});

test('of two operating systems in one document neither is used', () => {
  const os = (version: string) => ({ type: 'operating-system', name: 'debian', version });
  const { components } = inventoryOf(library('pkg:deb/debian/openssl@1.1.1n-0'), os('11'), os('12'));
  expect(components.map(({ ecosystem }): Ecosystem | undefined => ecosystem)).toEqual([undefined]);
});

const withoutSource = 'without a source package, by which advisories name it: matched by its own name only';

describe('a package without a source package', () => {
  const told = (...components: object[]): string[] =>
    inventoryOf(...components).notes.flatMap(({ reason }) =>
      reason.startsWith(withoutSource) ? [reason.slice(withoutSource.length + 1)] : [],
    );
  const packages = [
    'pkg:deb/debian/libssl1.1@1.1.1d-0?distro=debian-11',
    'pkg:deb/ubuntu/libssl3@3.0.2-0?distro=ubuntu-22.04',
    'pkg:apk/alpine/libcrypto3@3.1.0-r0?distro=alpine-3.18',
    'pkg:rpm/rocky/openssl-libs@1.1.1k-7.el8?distro=rocky-8.5',
    'pkg:rpm/suse/libopenssl1_1@1.1.1l-1?distro=sles-15.4',
    'pkg:rpm/opensuse/libopenssl1_1@1.1.1l-1?distro=opensuse-leap-15.5',
  ];
  const property = (name: string, value: string) => ({ name, value });

  test.each(packages)('%s is told, however many others state one', (purl) => {
    expect(told(library(purl))).toEqual([`(1): ${purl}`]);
    const others = ['a', 'b'].map((name) =>
      library(`pkg:deb/debian/a${name}@1?distro=debian-11&upstream=${name}`),
    );
    const ofTrivy = {
      ...library('pkg:apk/alpine/b@2?distro=alpine-3.18'),
      properties: [property('aquasecurity:trivy:SrcName', 'b')],
    };
    expect(told(...others, library(purl), ofTrivy)).toEqual([`(1): ${purl}`]);
  });

  test('the keys of repositories, which rpm lists as packages, have none', () => {
    expect(told(library('pkg:rpm/rocky/gpg-pubkey@6d745a60-60287f36?distro=rocky-8.5'))).toEqual([]);
  });

  test('each is counted', () => {
    expect(told(...packages.map(library))).toEqual([`(6): ${packages.join(', ')}`]);
  });

  test.each(packages)('%s is not told where its own source package is stated, of whatever name', (purl) => {
    const [, name = ''] = /([^/]+)@/.exec(purl) ?? [];
    for (const source of [name, 'openssl']) {
      expect(told(library(`${purl}&upstream=${source}`))).toEqual([]);
      const properties = [property('aquasecurity:trivy:SrcName', source)];
      expect(told({ ...library(purl), properties })).toEqual([]);
    }
    expect(told(library(`${purl}&upstream=`))).toHaveLength(1);
  });

  test('it is not told of a part of another component that states its own', () => {
    const [purl = ''] = packages;
    const part = library(`${purl}&upstream=libssl1.1`);
    expect(told({ type: 'container', name: 'image', components: [part] })).toEqual([]);
    expect(told({ type: 'container', name: 'image', components: [library(purl)] })).toHaveLength(1);
  });

  test('it is no gap where advisories name it by its own name', () => {
    expect(
      told(
        library('pkg:rpm/redhat/openssl-libs@1?distro=rhel-8.6'),
        library('pkg:apk/wolfi/libssl3@3.0.9-r9?distro=wolfi-20230201'),
      ),
    ).toEqual([]);
  });
});

describe('of a document that states no source package', () => {
  const packages = [
    'pkg:deb/debian/tzdata@2024a-0?distro=debian-12',
    'pkg:apk/alpine/musl@1.2.4-r2?distro=alpine-3.18',
  ];
  const toldOf = (tools: unknown) => {
    const { notes } = inventoryFromSbom({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      metadata: { tools },
      components: packages.map(library),
    });
    return notes.filter(({ reason }) => reason.startsWith(withoutSource)).length;
  };
  const syft = { type: 'application', name: 'syft', version: '1.4.1' };

  test.each([
    [{ components: [syft] }],
    [[{ vendor: 'anchore', name: 'syft', version: '0.60.1' }]],
    [[{ name: 'syft', version: 'v0.105.0' }, { name: 'buildkit' }]],
  ])('the tools %j leave out only those of the same name', (tools) => {
    expect(toldOf(tools)).toBe(0);
  });

  test.each([
    [undefined],
    [{ components: [] }],
    [{ components: [{ ...syft, version: undefined }] }],
    [{ components: [{ ...syft, version: '0.59.0' }] }],
    [{ components: [{ ...syft, name: 'Syft' }] }],
    [{ components: [syft, { name: 'cyclonedx-cli', version: '0.25.0' }] }],
    [{ components: [syft], services: [{ name: 'another' }] }],
    [[{ name: 'buildkit' }]],
    [[{ name: 'trivy', version: '0.50.0' }]],
  ])('the tools %j do not tell what was left out', (tools) => {
    expect(toldOf(tools)).toBe(1);
  });
});

test("the source package in syft's properties is read", () => {
  const of = (purl: string, ...properties: [string, string][]) =>
    inventoryOf({ ...library(purl), properties: properties.map(([name, value]) => ({ name, value })) });
  const alpine = of('pkg:apk/alpine/libcrypto3@3.1.0-r0?distro=alpine-3.18', [
    'syft:metadata:originPackage',
    'openssl',
  ]);
  expect(alpine.components[0]?.sourcePackage).toEqual({ name: 'openssl' });
  expect(alpine.notes).toEqual([]);
  const debian = of(
    'pkg:deb/debian/libgcc-s1@12.2.0-14?distro=debian-12',
    ['syft:metadata:source', 'gcc-12'],
    ['syft:metadata:sourceVersion', '12.2.0-13'],
  );
  expect(debian.components[0]?.sourcePackage).toEqual({ name: 'gcc-12', version: '12.2.0-13' });
  expect(debian.notes).toEqual([]);
});
