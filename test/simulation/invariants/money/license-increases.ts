import type { LedgerEntry } from '@scangate/domain/records';
import { isOfPlan, type PaidPeriod } from './paid-periods.ts';

const creditsOfLicense = 100;

interface Increases {
  periods: readonly PaidPeriod[];
  entries: readonly LedgerEntry[];
  settledAt: number;
}

/** Lists the paid increases of licenses, each with the number before and after it. */
const increasesOf = (periods: readonly PaidPeriod[]) =>
  [
    ...Map.groupBy(
      periods.filter((period) => period.isRest && isOfPlan(period)),
      ({ invoice }) => invoice,
    ),
  ].flatMap(([invoice, lines]) => {
    const [first] = lines;
    const after = Math.max(...lines.map(({ quantity }) => quantity));
    const before = Math.min(...lines.map(({ quantity }) => quantity));
    return first && after > before ? [{ ...first, invoice, after, before }] : [];
  });

/**
 * Each increase of licenses that was paid brings its credits, unless as many were paid and granted before or since; and no more
 * of them than the licenses have in a whole period.
 */
export const licenseViolations = ({ periods, entries, settledAt }: Increases): string[] => {
  const granted = new Map(
    entries.filter(({ amount }) => amount > 0).map(({ cause, amount }) => [cause, amount]),
  );
  const increases = increasesOf(periods);
  return increases.flatMap((increase) => {
    const { accountId, invoice, endAt, after, createdAt, paidAt } = increase;
    const amount = granted.get(`seats#${invoice}`);
    const own = periods.filter((period) => period.accountId === accountId && isOfPlan(period));
    const least = Math.min(...own.filter((period) => period.endAt === endAt).map(({ quantity }) => quantity));
    const most = (after - least) * creditsOfLicense;
    if (amount !== undefined)
      return amount > most
        ? [`seats#${invoice} of ${accountId} brought ${amount} credits, and at most ${most} were paid`]
        : [];
    const isCovered =
      // A whole period begins with its licenses, and a new plan with its own.
      own.some((period) => !period.isRest && Date.parse(period.startAt) > createdAt) ||
      increases.some(
        (other) =>
          other.accountId === accountId &&
          other.endAt === endAt &&
          other.after >= after &&
          granted.has(`seats#${other.invoice}`),
      );
    return paidAt >= settledAt || isCovered
      ? []
      : [`${accountId} paid ${invoice} for ${after} licenses, and got nothing`];
  });
};
