import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import { createMatcher } from '@scangate/engines/sca/match-component';
import { expect, test } from 'vitest';
import { systemPackage, type SystemName } from '@scangate/engines/distributions/system-package';
import { parsePurl } from '@scangate/engines/purl/package-url';

const read = (purl: string, properties: Record<string, string> = {}, system?: SystemName) =>
  systemPackage(parsePurl(purl)!, { propertyOf: (name) => properties[name], ...(system && { system }) });

test.each([
  // As syft writes them.
  [
    'pkg:deb/debian/libssl1.1@1.1.1n-0%2Bdeb11u3?arch=amd64&distro=debian-11&upstream=openssl',
    { ecosystem: 'Debian:11', version: '1.1.1n-0+deb11u3', sourcePackage: { name: 'openssl' } },
  ],
  [
    'pkg:deb/debian/gcc@4:10.2.1-1?distro=debian-11&upstream=gcc-defaults%401.190',
    {
      ecosystem: 'Debian:11',
      version: '4:10.2.1-1',
      sourcePackage: { name: 'gcc-defaults', version: '1.190' },
    },
  ],
  [
    'pkg:apk/alpine/libcrypto1.1@1.1.1q-r0?arch=x86_64&distro=alpine-3.16.2&upstream=openssl',
    { ecosystem: 'Alpine:v3.16', version: '1.1.1q-r0', sourcePackage: { name: 'openssl' } },
  ],
  ['pkg:apk/wolfi/busybox@1.36.1-r2?distro=wolfi-20230201', { ecosystem: 'Wolfi', version: '1.36.1-r2' }],
  [
    'pkg:apk/chainguard/git@2.45.0-r0?distro=chainguard-20230214',
    { ecosystem: 'Chainguard', version: '2.45.0-r0' },
  ],
  [
    'pkg:rpm/redhat/openssl-libs@1.1.1k-7.el8_6?arch=x86_64&distro=rhel-8.6&epoch=1&upstream=openssl-1.1.1k-7.el8_6.src.rpm',
    { ecosystem: 'Red Hat:8', version: '1:1.1.1k-7.el8_6', sourcePackage: { name: 'openssl' } },
  ],
  [
    'pkg:rpm/almalinux/bash@5.1.8-6.el9?distro=almalinux-9.3',
    { ecosystem: 'AlmaLinux:9', version: '5.1.8-6.el9' },
  ],
  [
    'pkg:rpm/opensuse/zypper@1.14.59-150400?distro=opensuse-leap-15.5',
    { ecosystem: 'openSUSE:Leap 15.5', version: '1.14.59-150400' },
  ],
  [
    'pkg:rpm/opensuse/zypper@1.14.59-1?distro=opensuse-tumbleweed-20240101',
    { ecosystem: 'openSUSE:Tumbleweed', version: '1.14.59-1' },
  ],
  // As trivy writes them.
  [
    'pkg:deb/ubuntu/bash@5.1-6ubuntu1?arch=amd64&distro=ubuntu-22.04',
    { ecosystem: 'Ubuntu:22.04', version: '5.1-6ubuntu1' },
  ],
  [
    'pkg:apk/alpine/musl@1.2.3-r4?arch=x86_64&distro=3.17.3',
    { ecosystem: 'Alpine:v3.17', version: '1.2.3-r4' },
  ],
  [
    'pkg:rpm/rocky/bash@4.4.20-4.el8?distro=rocky-8.5&epoch=0',
    { ecosystem: 'Rocky Linux:8', version: '4.4.20-4.el8' },
  ],
  [
    'pkg:rpm/suse.linux.enterprise.server/bash@4.4-9?distro=suse.linux.enterprise.server-15.4',
    { ecosystem: 'SUSE:15.4', version: '4.4-9' },
  ],
  // As cdxgen writes them.
  [
    'pkg:deb/debian/curl@7.74.0-1.3?distro=debian-11&distro_name=bullseye',
    { ecosystem: 'Debian:11', version: '7.74.0-1.3' },
  ],
  ['pkg:deb/ubuntu/curl@7.81.0-1?distro_name=jammy', { ecosystem: 'Ubuntu:22.04', version: '7.81.0-1' }],
  [
    'pkg:apk/alpine/curl@8.1.2-r0?distro_name=alpine-3.18',
    { ecosystem: 'Alpine:v3.18', version: '8.1.2-r0' },
  ],
  // A package of Ubuntu Pro.
  [
    'pkg:deb/ubuntu/vim@2:8.0-1%2Besm2?distro=ubuntu-18.04',
    { ecosystem: 'Ubuntu:Pro:18.04', version: '2:8.0-1+esm2' },
  ],
  // Of another build of the same tools.
  ['pkg:deb/debian/curl@1-1?distro=bookworm', { ecosystem: 'Debian:12', version: '1-1' }],
  ['pkg:deb/debian/curl@1-1?distro=stretch', { ecosystem: 'Debian:9', version: '1-1' }],
  ['pkg:deb/debian/curl@1-1?distro=debian-forky', { ecosystem: 'Debian:14', version: '1-1' }],
  [
    'pkg:deb/debian/curl@1-1?distro=debian-sid',
    { gap: 'of debian sid, whose release is not known', version: '1-1' },
  ],
  ['pkg:deb/ubuntu/curl@1-1?distro=trusty', { ecosystem: 'Ubuntu:14.04', version: '1-1' }],
  ['pkg:deb/ubuntu/curl@1-1?distro=xenial', { ecosystem: 'Ubuntu:16.04', version: '1-1' }],
  ['pkg:deb/ubuntu/curl@1-1?distro=noble', { ecosystem: 'Ubuntu:24.04', version: '1-1' }],
  ['pkg:deb/ubuntu/curl@1-1?distro=plucky', { ecosystem: 'Ubuntu:25.04', version: '1-1' }],
  ['pkg:rpm/suse/curl@1-1?distro=sles-16.0', { ecosystem: 'SUSE:16', version: '1-1' }],
  ['pkg:rpm/suse/curl@1-1?distro=sle-micro-5.5', { ecosystem: 'SUSE:Micro 5.5', version: '1-1' }],
  ['pkg:rpm/suse/curl@1-1?distro=sl-micro-6.0', { ecosystem: 'SUSE:Micro 6.0', version: '1-1' }],
])('%s', (purl, expected) => expect(read(purl)).toEqual(expected));

test("trivy's properties name the source package", () => {
  const properties = {
    'aquasecurity:trivy:SrcName': 'openssl',
    'aquasecurity:trivy:SrcVersion': '1.1.1k',
    'aquasecurity:trivy:SrcRelease': '7.el8',
    'aquasecurity:trivy:SrcEpoch': '1',
  };
  expect(read('pkg:rpm/redhat/openssl-libs@1.1.1k-7.el8?distro=redhat-8.6&epoch=1', properties)).toEqual({
    ecosystem: 'Red Hat:8',
    version: '1:1.1.1k-7.el8',
    sourcePackage: { name: 'openssl' },
  });
});

test('the operating system of the document replaces a missing qualifier', () => {
  expect(read('pkg:deb/debian/bash@5-1', {}, { id: 'debian', release: '11.5' })).toEqual({
    ecosystem: 'Debian:11',
    version: '5-1',
  });
});

test.each([
  ['pkg:deb/debian/bash@5-1', 'of debian, whose release is not known'],
  ['pkg:deb/raspbian/bash@5-1?distro=raspbian-11', 'of raspbian 11, a distribution without known advisories'],
  ['pkg:rpm/fedora/bash@5-1?distro=fedora-39', 'of fedora 39, a distribution without known advisories'],
  ['pkg:rpm/centos/bash@5-1?distro=centos-7', 'of centos 7, a distribution without known advisories'],
])('%s is a gap', (purl, gap) => expect(read(purl)).toMatchObject({ gap }));

test('a language package is not a system package', () => {
  expect(read('pkg:npm/lodash@4.17.20')).toBeUndefined();
});

test('a release that no imported record is about is a gap', () => {
  const match = createMatcher({ snapshotId: 's', ecosystems: ['Debian:12'], lookup: () => [] });
  const { components } = inventoryFromSbom({
    components: [{ type: 'library', name: 'curl', purl: 'pkg:deb/debian/curl@1-1?distro=forky' }],
  });
  expect(components.map((each) => match(each).gap)).toEqual(['no advisories for Debian:14 in the snapshot']);
});
