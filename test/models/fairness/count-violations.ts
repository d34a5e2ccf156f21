import type { ActiveScans, Scan } from '@scangate/domain/records';

const sumOf = (counts: readonly ActiveScans[]): number => counts.reduce((sum, { scans }) => sum + scans, 0);

/**
 * Checks the counts after the only scan has ended: no day counts it anymore, and a minute counts it if it was canceled and is in
 * the sample, once for its organization and once for all.
 */
export const countViolations = (counts: readonly ActiveScans[], scan: Scan | undefined): string[] => {
  const { days = [], minutes = [] } = Object.groupBy(counts, ({ day }) =>
    day.length > '2026-03-10'.length ? 'minutes' : 'days',
  );
  const { countedFor = 0, countedAs = 1, organizationId } = scan ?? {};
  const expected = scan?.status === 'cancelled' ? countedFor * countedAs : 0;
  const own = minutes.filter((count) => count.organizationId === organizationId);
  return [
    ...(days.every(({ scans }) => scans === 0) ? [] : ['it counts as active']),
    ...(sumOf(own) === expected && sumOf(minutes) === 2 * expected ? [] : ['its cancellation is miscounted']),
  ];
};
