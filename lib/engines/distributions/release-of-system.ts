import type { DistributionEcosystem } from '../model/component.ts';

/** The release of a system, or the reason why no advisories are known for it. */
export type SystemRelease = { ecosystem: DistributionEcosystem } | { gap: string };

/** Release numbers by code name, for images that state no number. */
const codeNames: Readonly<Record<string, string>> = {
  buster: '10',
  bullseye: '11',
  bookworm: '12',
  trixie: '13',
  bionic: '18.04',
  focal: '20.04',
  jammy: '22.04',
  noble: '24.04',
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
