import type { Ecosystem } from '../model/component.ts';
import type { Advisory } from '../model/advisory.ts';
import { rangeContains } from '../advisories/affected-ranges.ts';
import { versionOrder } from '../versions/ecosystem-orders.ts';

/**
 * Drops the local label, because a bound without one covers every build of its version: `<= 2.7.0` covers
 * `2.7.0+cpu` (PEP 440).
 */
const asReleased = (ecosystem: Ecosystem, version: string): string =>
  ecosystem === 'PyPI' ? version.replace(/\+.*$/s, '') : version;

/** `unknown`: the version or a bound of the advisory cannot be ordered. */
export type VersionJudgment = 'affected' | 'unaffected' | 'unknown';

/** Returns whether an advisory covers a version of its package, by a range or by an exact version. */
export const judgeVersion = (
  ecosystem: Ecosystem,
  version: string,
  advisory: Pick<Advisory, 'ranges' | 'versions' | 'unordered'>,
): VersionJudgment => {
  if (advisory.versions.includes(version)) return 'affected';
  const order = versionOrder(ecosystem);
  const parsed = order?.parse(asReleased(ecosystem, version));
  if (!order || parsed === undefined) return 'unknown';
  if (advisory.ranges.some((range) => rangeContains(range, parsed, order))) return 'affected';
  const named = advisory.versions.some((each) => {
    const other = order.parse(each);
    return other !== undefined && order.compare(parsed, other) === 0;
  });
  if (named) return 'affected';
  return advisory.unordered ? 'unknown' : 'unaffected';
};
