import semver from 'semver';
import type { VersionOrder } from './version-order.ts';

/** `5`, `1.2`, `2.0-beta`: advisories shorten versions that packages write in full. */
const short = /^[v=]?(\d{1,16})(?:\.(\d{1,16}))?([-+].*)?$/;

/** Semantic versions as npm reads them: loose, with an optional `v`, missing parts taken as 0. */
export const semverOrder: VersionOrder<semver.SemVer> = {
  parse(version) {
    const parts = short.exec(version);
    const whole = parts ? `${parts[1]}.${parts[2] ?? 0}.0${parts[3] ?? ''}` : version;
    return semver.parse(whole, { loose: true }) ?? undefined;
  },
  compare: (a, b) => a.compare(b),
};
