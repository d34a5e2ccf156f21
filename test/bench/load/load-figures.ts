import type { Figure } from '../figures.ts';
import type { LoadOptions, LoadOutcome } from './load.ts';

/** The memory of the service with all its workers; what one scan leaves behind would add up to more. */
const mostMb = 3_072;
const mostGrowth = 1.25;

/**
 * Judges the result of a load: every scan has ended as it should, the ledger adds up, and the process does
 * not grow.
 */
export const loadFigures = (
  { scans, atOnce, oneCompletedIn }: LoadOptions,
  { statuses, completedFirst, memoryMb, audit }: LoadOutcome,
): Figure[] => {
  const completed = Math.ceil(scans / oneCompletedIn) + completedFirst;
  const asTheyShould =
    Math.min(statuses.get('completed') ?? 0, completed) +
    Math.min(statuses.get('cancelled') ?? 0, scans - completed);
  const of = { section: 'Load', what: `${scans.toLocaleString('en')} creations, ${atOnce} at a time` };
  const growth = Math.round((100 * memoryMb.lastQuarter) / memoryMb.secondQuarter) / 100;
  return [
    { ...of, unit: 'scans that did not end as they should', value: scans - asTheyShould, limit: 0 },
    {
      ...of,
      unit: 'violations in the ledger',
      value: audit.violations.length + (audit.ok ? 0 : 1),
      limit: 0,
    },
    { ...of, unit: 'MB of the process at most', value: memoryMb.peak, limit: mostMb },
    { ...of, unit: 'memory in the last quarter, against the second', value: growth, limit: mostGrowth },
  ];
};
