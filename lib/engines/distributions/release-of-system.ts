import type { DistributionEcosystem } from '../model/component.ts';

/** The release of a system, or the reason why no advisories are known for it. */
export type SystemRelease = { ecosystem: DistributionEcosystem } | { gap: string };

/** Release numbers of Debian and Ubuntu by code name, for images that state no number. */
const codeNames: Readonly<Record<string, string>> = {
  wheezy: '7',
  jessie: '8',
  stretch: '9',
  buster: '10',
  bullseye: '11',
  bookworm: '12',
  trixie: '13',
  forky: '14',
  duke: '15',
  lucid: '10.04',
  precise: '12.04',
  trusty: '14.04',
  utopic: '14.10',
  vivid: '15.04',
  wily: '15.10',
  xenial: '16.04',
  yakkety: '16.10',
  zesty: '17.04',
  artful: '17.10',
  bionic: '18.04',
  cosmic: '18.10',
  disco: '19.04',
  eoan: '19.10',
  focal: '20.04',
  groovy: '20.10',
  hirsute: '21.04',
  impish: '21.10',
  jammy: '22.04',
  kinetic: '22.10',
  lunar: '23.04',
  mantic: '23.10',
  noble: '24.04',
  oracular: '24.10',
  plucky: '25.04',
  questing: '25.10',
};

const major = (release: string): string | undefined => /^\d{1,3}/.exec(release)?.[0];

const minor = (release: string): string | undefined => /^\d{1,3}\.\d{1,3}/.exec(release)?.[0];

const onMajor =
  (name: 'Debian' | 'Red Hat' | 'Rocky Linux' | 'AlmaLinux') =>
  (release: string): DistributionEcosystem | undefined => {
    const number = major(release);
    return number === undefined ? undefined : `${name}:${number}`;
  };

const ubuntu = (release: string): DistributionEcosystem | undefined => {
  const number = minor(release);
  return number === undefined ? undefined : `Ubuntu:${number}`;
};

const alpine = (release: string): DistributionEcosystem | undefined => {
  if (/^edge$|_alpha/.test(release)) return 'Alpine:edge';
  const number = minor(release.replace(/^v/, ''));
  return number === undefined ? undefined : `Alpine:v${number}`;
};

const suse = (release: string): DistributionEcosystem | undefined => {
  const [, number, pack = ''] = /^(\d{1,2})(?:(?:\.|-sp|sp| SP)(\d))?/i.exec(release) ?? [];
  if (number === undefined) return undefined;
  return pack === '' || pack === '0' ? `SUSE:${number}` : `SUSE:${number}.${pack}`;
};

/** Both lines of SUSE's immutable systems: Linux Enterprise Micro 5 and Linux Micro 6. */
const micro = (release: string): DistributionEcosystem | undefined => {
  const number = minor(release);
  return number === undefined ? undefined : `SUSE:Micro ${number}`;
};

const leap = (release: string): DistributionEcosystem | undefined => {
  const number = minor(release);
  return number === undefined ? undefined : `openSUSE:Leap ${number}`;
};

/** The systems with advisories, by the names that os-release and SBOM tools use. */
const systems: readonly [RegExp, (release: string) => DistributionEcosystem | undefined][] = [
  [/^debian$/, onMajor('Debian')],
  [/^ubuntu$/, ubuntu],
  [/^alpine$/, alpine],
  [/^(?:rhel|redhat)$/, onMajor('Red Hat')],
  [/^rocky(?:-?linux)?$/, onMajor('Rocky Linux')],
  [/^alma(?:-?linux)?$/, onMajor('AlmaLinux')],
  [/^(?:sles|sled|sles_sap|sle_hpc|suse\.linux\.enterprise(?:\.(?:server|desktop))?)$/, suse],
  [/^(?:suse-microos|sle-?micro|sl-micro|suse\.linux\.(?:enterprise\.)?micro)$/, micro],
  [/^opensuse[.-]tumbleweed$/, () => 'openSUSE:Tumbleweed'],
  [/^opensuse(?:[.-]leap)?$/, leap],
  [/^wolfi$/, () => 'Wolfi'],
  [/^chainguard$/, () => 'Chainguard'],
];

const named = (id: string, release: string): string => (release === '' ? id : `${id} ${release}`);

/**
 * Returns the release of a system by its name and version.
 * @param id the name as `ID` of os-release, in any case.
 * @param release the version as `VERSION_ID`, a code name, or empty.
 */
export const releaseOfSystem = (id: string, release: string): SystemRelease => {
  const name = id.trim().toLowerCase().slice(0, 60);
  const number = (codeNames[release.trim().toLowerCase()] ?? release).trim().slice(0, 60);
  const [, ecosystemOf] = systems.find(([form]) => form.test(name)) ?? [];
  if (!ecosystemOf) return { gap: `of ${named(name, number)}, a distribution without known advisories` };
  const ecosystem = ecosystemOf(number);
  return ecosystem ? { ecosystem } : { gap: `of ${named(name, number)}, whose release is not known` };
};
