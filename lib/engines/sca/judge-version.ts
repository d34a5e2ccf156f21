import type { Ecosystem } from '../model/component.ts';
import type { Advisory } from '../model/advisory.ts';
import { rangeContains } from '../advisories/affected-ranges.ts';
import { versionOrder } from '../versions/ecosystem-orders.ts';
import type { VersionOrder } from '../versions/version-order.ts';

const publicPart = (version: string): string => version.replace(/\+.*$/s, '');

/**
 * Returns the order by which a version is compared with a bound. A bound without a local label covers every build of
 * its version, so that `<= 2.7.0` covers `2.7.0+cpu`; a bound with one means that build (PEP 440).
 */
const boundOrder = (ecosystem: Ecosystem, order: VersionOrder): VersionOrder => {
  if (ecosystem !== 'PyPI') return order;
  const compare = (version: unknown, bound: unknown): number =>
    String(bound).includes('+')
      ? order.compare(version, bound)
      : order.compare(publicPart(String(version)), bound);
  return { parse: (text) => order.parse(text), compare };
};

/** `unknown`: the version or a bound of the advisory cannot be ordered. */
export type VersionJudgment = 'affected' | 'unaffected' | 'unknown';

/** Returns whether an advisory covers a version of its package, by a range or by an exact version. */
export const judgeVersion = (
  ecosystem: Ecosystem,
  version: string,
  advisory: Pick<Advisory, 'ranges' | 'versions' | 'unordered'>,
): VersionJudgment => {
  if (advisory.versions.includes(version)) return 'affected';
  const known = versionOrder(ecosystem);
  const parsed = known?.parse(version);
  if (!known || parsed === undefined) return 'unknown';
  const order = boundOrder(ecosystem, known);
  if (advisory.ranges.some((range) => rangeContains(range, parsed, order))) return 'affected';
  const named = advisory.versions.some((each) => {
    const other = order.parse(each);
    return other !== undefined && order.compare(parsed, other) === 0;
  });
  if (named) return 'affected';
  return advisory.unordered ? 'unknown' : 'unaffected';
};
