import type { VersionOrder } from '../versions/version-order.ts';

/** A condition on a version. `outside`: before `version` or not before `end`. */
export type Bound =
  | { operator: '<' | '<=' | '>' | '>=' | '=' | '!='; version: string }
  | { operator: 'outside'; version: string; end: string };

/** Alternatives, one of which has to hold with all of its bounds. An alternative without bounds always holds. */
export type Bounds = readonly (readonly Bound[])[];

/**
 * Parses a range of one ecosystem in linear time.
 * @returns undefined for a text that is not a range.
 */
export type RangeGrammar = (range: string) => Bounds | undefined;

export const any: Bounds = [[]];

const maxAlternatives = 50;
const maxBounds = 50;

const holds = (order: VersionOrder, bound: Bound, version: unknown): boolean | undefined => {
  const limit = order.parse(bound.version);
  if (limit === undefined) return undefined;
  const compared = order.compare(version, limit);
  if (bound.operator === 'outside') {
    const end = order.parse(bound.end);
    return end === undefined ? undefined : compared < 0 || order.compare(version, end) >= 0;
  }
  if (bound.operator === '<') return compared < 0;
  if (bound.operator === '<=') return compared <= 0;
  if (bound.operator === '>') return compared > 0;
  if (bound.operator === '>=') return compared >= 0;
  if (bound.operator === '=') return compared === 0;
  return compared !== 0;
};

/** Returns whether a version is inside the bounds; undefined when it or a bound that decides cannot be ordered. */
export const meetsBounds = (order: VersionOrder, bounds: Bounds, version: string): boolean | undefined => {
  const parsed = order.parse(version);
  if (parsed === undefined) return undefined;
  let isUnknown = false;
  for (const alternative of bounds) {
    const held = alternative.map((bound) => holds(order, bound, parsed));
    if (held.every((each) => each === true)) return true;
    isUnknown ||= !held.includes(false);
  }
  return isUnknown ? undefined : false;
};

/**
 * Parses alternatives, each of which consists of parts that must all hold.
 * @param read parses one part; undefined when it is malformed.
 */
export const alternativesOf = (
  alternatives: readonly (readonly string[])[],
  read: (part: string) => readonly Bound[] | undefined,
): Bounds | undefined => {
  if (alternatives.length > maxAlternatives) return undefined;
  const bounds: Bound[][] = [];
  for (const parts of alternatives) {
    if (parts.length === 0 || parts.length > maxBounds) return undefined;
    const together: Bound[] = [];
    for (const part of parts) {
      const found = read(part);
      if (!found) return undefined;
      together.push(...found);
    }
    bounds.push(together);
  }
  return bounds;
};
