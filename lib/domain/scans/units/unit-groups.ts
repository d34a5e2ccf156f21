/** Project units that one task scans, one after another. */
export interface UnitGroup {
  units: string[];
  /** Set for a unit that needs the function with more memory. */
  large?: true;
}

/** The units of a scan in groups. */
export interface GroupedUnits {
  groups: UnitGroup[];
  /** Set when one of the groups is large. */
  hasLarge?: true;
}

/** The number of groups that share the small units of a scan, which is also the maximum that runs concurrently. */
export const smallGroups = 10;
/** The number of small units for which a task has time; more units make more groups. */
const unitsPerGroup = 20;

/** The size of a unit's files that the function with less memory accepts. */
const small = { bytes: 8 * 1024 * 1024, files: 4_000 };

/** Returns whether a unit needs the function with more memory. */
export const isLargeUnit = ({ bytes, files }: { bytes: number; files: number }): boolean =>
  bytes > small.bytes || files > small.files;

/**
 * Returns whether a commit is likely to be small: earlier results state the size of each unit to be scanned, and
 * their sum does not exceed the size of a small unit.
 */
export const isLikelySmall = (
  units: readonly { projectUnitId: string }[],
  kept: Readonly<Record<string, readonly { bytes: number }[]>>,
): boolean => {
  const sizes = units.map(({ projectUnitId }) => kept[projectUnitId]?.[0]?.bytes ?? Number.POSITIVE_INFINITY);
  return units.length > 0 && sizes.reduce((sum, bytes) => sum + bytes, 0) <= small.bytes;
};

/** Divides the units of a scan into groups: each large unit is a group of its own, and small ones are spread evenly. */
export const groupUnits = (
  units: readonly { projectUnitId: string }[],
  large: readonly string[] = [],
): GroupedUnits => {
  const isLarge = new Set(large);
  const ids = units.map(({ projectUnitId }) => projectUnitId);
  const own = ids.filter((id) => isLarge.has(id));
  const rest = ids.filter((id) => !isLarge.has(id));
  const size = Math.min(unitsPerGroup, Math.ceil(rest.length / smallGroups));
  const groups: UnitGroup[] = own.map((id) => ({ units: [id], large: true }));
  for (let from = 0; from < rest.length; from += size) groups.push({ units: rest.slice(from, from + size) });
  return { groups, ...(own.length > 0 && { hasLarge: true }) };
};

/** The groups of units of one scan that the workflow runs at a time. */
export const maxConcurrentGroups = 40;

/** Returns the maximum number of concurrent function executions of a scan with these units. */
export const executionsOf = (
  units: readonly { projectUnitId: string }[],
  large?: readonly string[],
): number => {
  const { groups, hasLarge } = groupUnits(units, large);
  // A task that takes all steps waits for the executions of the groups; the workflow itself occupies none.
  return hasLarge ? Math.min(groups.length, maxConcurrentGroups) : 1 + Math.min(groups.length, smallGroups);
};

/** Returns the executions that the groups of a base occupy: a task that takes all steps waits for those of small units. */
export const executionsOfGroups = ({ groups, hasLarge }: GroupedUnits): number =>
  hasLarge ? groups.length : 1 + groups.length;

/**
 * Divides the units of a base, which costs nothing, into no more groups than occupy as many executions as the head did. A base with
 * many more units than its head takes longer.
 */
export const groupBaseUnits = (
  units: readonly { projectUnitId: string }[],
  large: readonly string[],
  executionsOfHead: number,
): GroupedUnits => {
  const { groups, ...rest } = groupUnits(units, large);
  const most = Math.max(1, executionsOfHead - (rest.hasLarge ? 0 : 1));
  const joined = Array.from({ length: Math.min(most, groups.length) }, (_none, index): UnitGroup => {
    const own = groups.filter((_group, at) => at % most === index);
    return {
      units: own.flatMap((group) => group.units),
      ...(own.some((group) => group.large) && { large: true }),
    };
  });
  return { groups: joined, ...rest };
};

/** Returns the executions of a scan whose units are known by their kept sizes only. */
export const likelyExecutionsOf = (
  units: readonly { projectUnitId: string; sourceBytes?: number }[],
): number =>
  executionsOf(
    units,
    units
      .filter(({ sourceBytes = 0 }) => isLargeUnit({ bytes: sourceBytes, files: 0 }))
      .map(({ projectUnitId }) => projectUnitId),
  );
