import semver from 'semver';
import type { VersionOrder } from './version-order.ts';

/** Matches shortened versions in advisories: `5`, `1.2`, `2.0-beta`. */
const short = /^[v=]?(\d{1,16})(?:\.(\d{1,16}))?([-+].*)?$/;

/** Orders semantic versions loosely, as npm does: with an optional `v`, and missing parts are 0. */
export const semverOrder: VersionOrder<semver.SemVer> = {
  parse(version) {
    const parts = short.exec(version);
    const whole = parts ? `${parts[1]}.${parts[2] ?? 0}.0${parts[3] ?? ''}` : version;
    return semver.parse(whole, { loose: true }) ?? undefined;
  },
  compare: (a, b) => a.compare(b),
};
