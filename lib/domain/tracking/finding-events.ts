import type { Change } from '../record-changes.ts';
import { findingsFixed, findingsIntroduced, type JudgedBranch } from '../events/emit/finding.ts';
import type { Instant } from '../records.ts';
import { isTracked } from './track-unit.ts';
import type { FollowedCommit, TrackedFinding } from './tracking-records.ts';

/** Returns whether a followed scan whose events are still due opened or fixed the finding. */
export const isOpenedOrFixed = (
  { telling = [] }: Pick<FollowedCommit, 'telling'>,
  row: TrackedFinding,
): boolean =>
  isTracked(row) &&
  (row.state === 'fixed' ? telling.includes(row.fixed?.at ?? '') : telling.includes(row.openedAt));

/** Emits the findings that a scan of the default branch introduced and fixed. */
export const emitFindingEvents = (
  judged: JudgedBranch,
  news: readonly TrackedFinding[],
  { cause, at }: { cause: string; at: Instant },
): Change<'storedEvent'>[] => [
  ...findingsIntroduced(judged, { rows: news.filter(({ state }) => state === 'open'), cause, at }),
  ...findingsFixed(judged, { rows: news.filter(({ state }) => state === 'fixed'), cause, at }),
];
