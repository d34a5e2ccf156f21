import type { VersionRange } from '../model/advisory.ts';
import type { VersionOrder } from '../versions/version-order.ts';

/** An event of a range: the kind (`i`ntroduced, `f`ixed, `l`ast affected, limi`t`) and its version. */
export type RangeEvent = readonly ['i' | 'f' | 'l' | 't', string];

interface OrderedEvent {
  kind: RangeEvent[0];
  version: string;
  /** undefined stands for "before every version". */
  parsed: unknown;
}

const compareEvents =
  (order: VersionOrder) =>
  (a: OrderedEvent, b: OrderedEvent): number => {
    if (a.parsed === undefined || b.parsed === undefined) {
      return Number(a.parsed !== undefined) - Number(b.parsed !== undefined);
    }
    return order.compare(a.parsed, b.parsed);
  };

/** Groups events of equal version: their meaning depends on the state before them, not on their order. */
const groupsOf = (events: OrderedEvent[], order: VersionOrder): OrderedEvent[][] => {
  const compare = compareEvents(order);
  const groups: OrderedEvent[][] = [];
  for (const event of events.toSorted(compare)) {
    const group = groups.at(-1);
    if (group?.[0] && compare(group[0], event) === 0) group.push(event);
    else groups.push([event]);
  }
  return groups;
};

const intervalsOf = (groups: OrderedEvent[][]): VersionRange[] => {
  const intervals: VersionRange[] = [];
  let open: string | undefined;
  const close = (end: Partial<VersionRange>): void => {
    if (open !== undefined) intervals.push({ introduced: open, ...end });
    open = undefined;
  };
  for (const group of groups) {
    const versionOf = (kind: RangeEvent[0]) => group.find((event) => event.kind === kind)?.version;
    const [introduced, fixed, last] = [versionOf('i'), versionOf('f'), versionOf('l')];
    const wasOpen = open !== undefined;
    if (fixed !== undefined && wasOpen) {
      close({ fixed });
      open = introduced;
    } else if (fixed === undefined) open ??= introduced;
    if (last !== undefined) {
      close({ lastAffected: last });
      if (wasOpen) open = introduced;
    }
  }
  close({});
  return intervals;
};

/** Returns the highest limit, because a version is affected if it is below any of them. */
const highestLimit = (limits: OrderedEvent[], order: VersionOrder): string | undefined =>
  limits.some((limit) => limit.version === '*')
    ? undefined
    : limits.toSorted(compareEvents(order)).at(-1)?.version;

/** `0` is before every version and `*` after every one; neither is a version. */
const isUnbounded = ([kind, version]: RangeEvent): boolean =>
  (kind === 'i' && version === '0') || (kind === 't' && version === '*');

/**
 * Compiles the events of one OSV range, in any order, to intervals, lowest first. A range without a start begins
 * with the first version, because skipping it would hide the versions that it names.
 * @returns undefined when one of its versions cannot be ordered.
 */
export const compileRange = (
  events: readonly RangeEvent[],
  order: VersionOrder,
): VersionRange[] | undefined => {
  if (events.length === 0) return [];
  const turns: OrderedEvent[] = [];
  const limits: OrderedEvent[] = [];
  for (const event of events) {
    const [kind, version] = event;
    const parsed = isUnbounded(event) ? undefined : order.parse(version);
    if (parsed === undefined && !isUnbounded(event)) return undefined;
    (kind === 't' ? limits : turns).push({ kind, version, parsed });
  }
  if (!turns.some(({ kind }) => kind === 'i')) turns.push({ kind: 'i', version: '0', parsed: undefined });
  const limit = highestLimit(limits, order);
  return intervalsOf(groupsOf(turns, order)).map((range) =>
    limit === undefined ? range : { ...range, limit },
  );
};

/** Returns whether a parsed version is in the interval. Every bound of a compiled range can be ordered. */
export const rangeContains = (range: VersionRange, version: unknown, order: VersionOrder): boolean => {
  const against = (bound: string): number => order.compare(version, order.parse(bound));
  if (range.introduced !== '0' && against(range.introduced) < 0) return false;
  if (range.fixed !== undefined && against(range.fixed) >= 0) return false;
  if (range.lastAffected !== undefined && against(range.lastAffected) > 0) return false;
  return range.limit === undefined || against(range.limit) < 0;
};
