import type { Ecosystem } from '../model/component.ts';
import type { Advisory } from './advisory.ts';
import { rangeContains } from '../advisories/affected-ranges.ts';
import { versionOrder } from '../versions/ecosystem-orders.ts';

/** A bound without a local label speaks of every build of its version: `<= 2.7.0` holds `2.7.0+cpu` (PEP 440). */
const asReleased = (ecosystem: Ecosystem, version: string): string =>
  ecosystem === 'PyPI' ? version.replace(/\+.*$/s, '') : version;

/** `unknown`: the version, or a bound of the advisory, has no place in the ecosystem's order. */
export type VersionJudgment = 'affected' | 'unaffected' | 'unknown';

/** Whether an advisory speaks of this version of its package: by a range, or by name. */
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
