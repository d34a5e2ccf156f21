import { severities, type Severity } from '@scangate/engines/model/severity';
import { dayOf } from '../instant.ts';
import type { Change, Counter } from '../record-changes.ts';
import type { Scan } from '../records.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { RowChange } from './track-unit.ts';
import type { TrackedFinding, Trend } from './tracking-records.ts';

/** The numbers that are added to a day. */
export type TrendDelta = Required<Omit<Trend, 'organizationId' | 'day'>>;

export const noTrend: TrendDelta = {
  critical: 0,
  high: 0,
  medium: 0,
  low: 0,
  unknown: 0,
  waived: 0,
  opened: 0,
  fixed: 0,
  fixSeconds: 0,
  pass: 0,
  fail: 0,
  error: 0,
};

const count = (delta: TrendDelta, row: TrackedFinding | undefined, amount: 1 | -1): void => {
  if (row?.state === 'open') delta[row.severity] += amount;
  if (row?.state === 'waived') delta.waived += amount;
};

/** A finding counts as opened when it begins to count without having been waived, and as fixed when it is gone. */
const countMoves = (delta: TrendDelta, { before, after }: RowChange): void => {
  const wasThere = before !== undefined && before.state !== 'fixed';
  if (after.state === 'open' && !wasThere) delta.opened++;
  if (after.state !== 'fixed' || !wasThere) return;
  delta.fixed++;
  const fixedAt = Date.parse(after.fixed?.at ?? after.openedAt);
  delta.fixSeconds += Math.max(0, Math.round((fixedAt - Date.parse(before.openedAt)) / 1000));
};

/** Sums the effects of changed rows on the trend of their day. */
export const trendOf = (changes: readonly RowChange[]): TrendDelta => {
  const delta = { ...noTrend };
  for (const change of changes) {
    count(delta, change.before, -1);
    count(delta, change.after, 1);
    countMoves(delta, change);
  }
  return delta;
};

/** Returns whether a delta would not change a day. */
export const isEmptyDelta = (delta: TrendDelta): boolean =>
  Object.values(delta).every((amount) => amount === 0);

const sumOf = (deltas: readonly TrendDelta[]): TrendDelta => {
  const sum = { ...noTrend };
  for (const delta of deltas)
    for (const [name, amount] of Object.entries(delta)) sum[name as keyof TrendDelta] += amount;
  return sum;
};

/** Adds to the trends of repositories on a day, and to that of their organization. */
export const addToTrends = (
  { organizationId, day }: Pick<Trend, 'organizationId' | 'day'>,
  deltas: ReadonlyMap<string, TrendDelta>,
): Change<Counter>[] => {
  const counted = [...deltas].filter(([, delta]) => !isEmptyDelta(delta));
  const of = { organizationId, day };
  const total = sumOf(counted.map(([, delta]) => delta));
  return [
    ...(isEmptyDelta(total)
      ? []
      : [{ change: 'count' as const, record: 'trend' as const, id: of, add: total }]),
    ...counted.map(([repositoryId, delta]) => ({
      change: 'count' as const,
      record: 'repositoryTrend' as const,
      id: { ...of, repositoryId },
      add: delta,
    })),
  ];
};

/** The trend of the day on which a scan of a default branch was judged. */
export const verdictTrend = (
  { organizationId, repositoryId }: Pick<Scan, 'organizationId' | 'repositoryId'>,
  { verdict, judgedAt }: Pick<Verdict, 'verdict' | 'judgedAt'>,
): Change<Counter>[] => {
  const counted = { PASS: { pass: 1 }, FAIL: { fail: 1 }, ERROR: { error: 1 } }[verdict];
  const day = dayOf(judgedAt);
  return addToTrends({ organizationId, day }, new Map([[repositoryId, { ...noTrend, ...counted }]]));
};

const daySeconds = 86_400;

/** One day of the trends of an organization: the open findings at its end, and the changes during it. */
export const trendView = (
  day: string,
  open: TrendDelta,
  { opened, fixed, fixSeconds, pass, fail, error }: TrendDelta,
) => {
  // Findings that were opened before a repository was counted would give negative numbers once they are fixed.
  const bySeverity = Object.fromEntries(
    severities.map((severity) => [severity, Math.max(0, open[severity])]),
  ) as Record<Severity, number>;
  const total = severities.reduce((sum, severity) => sum + bySeverity[severity], 0);
  return {
    day,
    open: { ...bySeverity, total },
    waived: Math.max(0, open.waived),
    opened,
    fixed,
    verdicts: { pass, fail, error },
    ...(fixed > 0 && { meanDaysToFix: Math.round((fixSeconds / fixed / daySeconds) * 100) / 100 }),
  };
};

/**
 * Returns a view for each of the days, in order.
 * @param trends all of the organization up to the last day; each has the changes of its day.
 */
export const trendViews = (trends: readonly Trend[], days: readonly string[]) => {
  const [first = ''] = days;
  const open = { ...noTrend };
  const add = (delta: Pick<TrendDelta, 'waived' | Severity>): void => {
    for (const severity of severities) open[severity] += delta[severity];
    open.waived += delta.waived;
  };
  for (const trend of trends) if (trend.day < first) add(trend);
  const byDay = new Map(trends.map((trend) => [trend.day, trend]));
  return days.map((day) => {
    const delta = { ...noTrend, ...byDay.get(day) };
    add(delta);
    return trendView(day, open, delta);
  });
};
