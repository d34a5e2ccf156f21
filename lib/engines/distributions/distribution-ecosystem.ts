import type { DistributionEcosystem } from '../model/component.ts';

type Groups = readonly string[];

/** `Linux Enterprise Server 15 SP4-LTSS` and `Server 16.0`, and the modules that ship their packages. */
const suseProduct =
  /^Linux Enterprise (?:Server|Desktop|Module|High|Software|Workstation)\b.{0,80}?\b(\d{1,2})(?: SP(\d)|\.(\d))?(?:-(?:LTSS|ESPOS|BCL|TERADATA|CLIENT-TOOLS)){0,10}$/;

/** The spellings of each distribution's releases in OSV, and the ecosystem that a snapshot keeps them under. */
const releases: readonly [RegExp, (groups: Groups) => DistributionEcosystem][] = [
  [/^Debian:(\d{1,3})$/, ([release]) => `Debian:${release}`],
  [/^Ubuntu:(Pro:)?(\d{2}\.\d{2})(?::LTS)?$/, ([pro = '', release]) => `Ubuntu:${pro}${release}`],
  [/^Alpine:(v\d{1,2}\.\d{1,3}|edge)$/, ([release]) => `Alpine:${release}`],
  [/^Red Hat:enterprise_linux:(\d{1,2})(?:\.\d{1,2})?(?:::|$)/, ([release]) => `Red Hat:${release}`],
  [/^Rocky Linux:(\d{1,2})$/, ([release]) => `Rocky Linux:${release}`],
  [/^AlmaLinux:(\d{1,2})$/, ([release]) => `AlmaLinux:${release}`],
  [/^openSUSE:(Leap \d{1,2}\.\d|Tumbleweed)$/, ([release]) => `openSUSE:${release}`],
  [/^SUSE:(?:Linux (?:Enterprise )?)?Micro (\d{1,2}\.\d)$/, ([release]) => `SUSE:Micro ${release}`],
  [/^Wolfi$/, () => 'Wolfi'],
  [/^Chainguard$/, () => 'Chainguard'],
];

/**
 * Returns the ecosystem of a distribution's release by its name in OSV records. Products and channels of one release
 * share it: `Red Hat:enterprise_linux:9::baseos` is `Red Hat:9`, and all of SUSE Linux Enterprise 15 SP4 is `SUSE:15.4`.
 * @returns undefined for another product, such as a container platform, and for a name without release.
 */
export const distributionEcosystem = (name: string): DistributionEcosystem | undefined => {
  for (const [form, ecosystem] of releases) {
    const match = form.exec(name);
    if (match) return ecosystem(match.slice(1));
  }
  const [, release, pack, minor] = (name.startsWith('SUSE:') && suseProduct.exec(name.slice(5))) || [];
  // The first release of a line has no service pack: 15, and since then 16.0.
  const own = pack ?? (minor === '0' ? undefined : minor);
  return release === undefined ? undefined : `SUSE:${release}${own === undefined ? '' : `.${own}`}`;
};
