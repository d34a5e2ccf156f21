import type semver from 'semver';
import { semverOrder } from './semver-order.ts';
import type { VersionOrder } from './version-order.ts';

/**
 * Matches a toolchain's own form: `go1.21`, `go1.21.3`, `1.21rc2`. Advisories of `stdlib` write `1.21.0-rc.2`.
 */
const release = /^(?:go)?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?(?:(beta|rc)(\d{1,9}))?$/;

const canonical = (version: string): string => {
  const parts = release.exec(version);
  if (!parts) return version;
  const [, major, minor = '0', patch = '0', stage, number] = parts;
  return `${major}.${minor}.${patch}${stage ? `-${stage}.${number}` : ''}`;
};

/**
 * Orders Go modules and the standard library. Pseudo-versions are pre-releases and are ordered as such;
 * `+incompatible` is build metadata and is ignored.
 */
export const goOrder: VersionOrder<semver.SemVer> = {
  parse: (version) => semverOrder.parse(canonical(version)),
  compare: semverOrder.compare,
};
