import { bySeverity } from '../model/severity.ts';
import type { SecretDetection } from '../model/assessed-unit.ts';

/** Takes one item of each list in turn, for as long as a list has any. */
const inTurns = <T>(lists: readonly (readonly T[])[]): T[] => {
  const found: T[] = [];
  let open = lists;
  for (let round = 0; open.length > 0; round += 1) {
    open = open.filter(({ length }) => round < length);
    for (const list of open) found.push(list[round]!);
  }
  return found;
};

const grouped = <T>(items: readonly T[], keyOf: (item: T) => string): T[][] => [
  ...Map.groupBy(items, keyOf).values(),
];

/**
 * Orders secrets for the limited checks of a scan: in turns of their kinds, then of samples and other files, then of
 * the files themselves. So a flood of fakes, of one kind or in one file, does not use up the checks of the others. Of
 * the same turn the most severe are first, and those outside of samples.
 */
export const fairOrder = (detections: readonly SecretDetection[]): SecretDetection[] => {
  const sorted = detections.toSorted(
    (a, b) => Number(a.sample ?? false) - Number(b.sample ?? false) || bySeverity(a.severity, b.severity),
  );
  return inTurns(
    grouped(sorted, ({ rule }) => rule).map((ofKind) =>
      inTurns(
        grouped(ofKind, ({ sample }) => String(sample ?? false)).map((ofSample) =>
          inTurns(grouped(ofSample, ({ file }) => file)),
        ),
      ),
    ),
  );
};
