import { expect, test } from 'vitest';
import { distributionEcosystem } from '@scangate/engines/distributions/distribution-ecosystem';

test.each([
  ['Debian:11', 'Debian:11'],
  ['Ubuntu:22.04:LTS', 'Ubuntu:22.04'],
  ['Ubuntu:23.10', 'Ubuntu:23.10'],
  ['Ubuntu:Pro:18.04:LTS', 'Ubuntu:Pro:18.04'],
  ['Alpine:v3.18', 'Alpine:v3.18'],
  ['Red Hat:enterprise_linux:9::baseos', 'Red Hat:9'],
  ['Red Hat:enterprise_linux:8::appstream', 'Red Hat:8'],
  ['Rocky Linux:9', 'Rocky Linux:9'],
  ['AlmaLinux:8', 'AlmaLinux:8'],
  ['SUSE:Linux Enterprise Server 15 SP4', 'SUSE:15.4'],
  ['SUSE:Linux Enterprise Module for Basesystem 15 SP4', 'SUSE:15.4'],
  ['SUSE:Linux Enterprise Server 12 SP5-LTSS', 'SUSE:12.5'],
  ['SUSE:Linux Enterprise Server 16.0', 'SUSE:16'],
  ['SUSE:Linux Enterprise Server for SAP applications 16.1', 'SUSE:16.1'],
  ['SUSE:Linux Enterprise Micro 5.5', 'SUSE:Micro 5.5'],
  ['SUSE:Linux Micro 6.0', 'SUSE:Micro 6.0'],
  ['openSUSE:Leap 15.5', 'openSUSE:Leap 15.5'],
  ['openSUSE:Tumbleweed', 'openSUSE:Tumbleweed'],
  ['Wolfi', 'Wolfi'],
  ['Chainguard', 'Chainguard'],
])('the records of %s belong to %s', (name, ecosystem) => {
  expect(distributionEcosystem(name)).toBe(ecosystem);
  expect(distributionEcosystem(ecosystem) ?? ecosystem).toBe(ecosystem);
});

test.each([
  'Debian',
  'Ubuntu:Pro:FIPS:22.04:LTS',
  'Red Hat:openshift:4.12::el8',
  'Red Hat:rhel_eus:8.4::baseos',
  'SUSE:Linux Enterprise Live Patching 12 SP5',
  'Alpine',
  'Debian:11/../x',
])('a record of %s belongs to no supported release', (name) =>
  expect(distributionEcosystem(name)).toBeUndefined(),
);
