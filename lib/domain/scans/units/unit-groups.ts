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

/** The groups that share the small units of a scan, which are also the most of them that run at a time. */
export const smallGroups = 10;
/** A task has the time for so many small units; more of them make more groups. */
const unitsPerGroup = 20;

/** The files of a unit that the function with less memory takes. */
const small = { bytes: 8 * 1024 * 1024, files: 4_000 };

/** Whether a unit needs the function with more memory. */
export const isLargeUnit = ({ bytes, files }: { bytes: number; files: number }): boolean =>
  bytes > small.bytes || files > small.files;

/**
 * Whether a commit is likely to be small: an earlier result of each unit that is scanned says how many bytes it was of, and
 * together they are no more than those of a small unit.
 */
export const isLikelySmall = (
  units: readonly { projectUnitId: string }[],
  kept: Readonly<Record<string, readonly { bytes: number }[]>>,
): boolean => {
  const sizes = units.map(({ projectUnitId }) => kept[projectUnitId]?.[0]?.bytes ?? Number.POSITIVE_INFINITY);
  return units.length > 0 && sizes.reduce((sum, bytes) => sum + bytes, 0) <= small.bytes;
};

/** Divides the units of a scan into groups: each large unit is one of its own, and small ones are spread evenly. */
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

/** Returns the most executions of functions that a scan with these units occupies at a time. */
export const executionsOf = (
  units: readonly { projectUnitId: string }[],
  large?: readonly string[],
): number => {
  const { groups, hasLarge } = groupUnits(units, large);
  // A task that takes all steps waits for those of the groups; the workflow itself occupies none.
  return hasLarge ? Math.min(groups.length, maxConcurrentGroups) : 1 + Math.min(groups.length, smallGroups);
};
