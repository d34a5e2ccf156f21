import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { Problem } from '../problem.ts';
import type { Account, Instant, License, LicenseMonth } from '../records.ts';
import type { Caller } from '../identity/caller.ts';
import type { PlanName } from '../plans/plan-names.ts';
import { licenseLimit, planAt } from '../plans/entitlements.ts';

/** The calendar month of a license, in UTC for everybody: `2026-03`. */
export const monthOf = (now: Instant): string => now.slice(0, 7);

/** The licenses of the current month: the caller's own, and the count of all. */
export interface Licenses {
  own: License | undefined;
  month: LicenseMonth | undefined;
}

/** Thrown when another request claimed a license since the licenses were read. */
export class LicenseConflict extends Conflict {
  constructor() {
    super('the licenses of the month changed since they were read');
  }
}

/** The remedies of the caller: Team buys more licenses at once; Free and Starter have a fixed number. */
const remedies: Record<PlanName, 'buy_licenses' | 'upgrade_or_wait'> = {
  Free: 'upgrade_or_wait',
  Starter: 'upgrade_or_wait',
  Team: 'buy_licenses',
  Regulated: 'buy_licenses',
};

const noneLeft = (plan: PlanName, limit: number, month: string): Problem =>
  new Problem('seat_license_required', {
    detail: `All ${limit} licenses of ${month} are taken.`,
    remedy: remedies[plan],
    limit,
    month,
  });

/** @throws Problem seat_license_required when the caller has no license this month and none is left. */
export const requireLicense = (account: Account, { own, month: counted }: Licenses, now: Instant): void => {
  const limit = licenseLimit(account, now);
  if (!own && limit !== null && (counted?.used ?? 0) >= limit)
    throw noneLeft(planAt(account, now), limit, monthOf(now));
};

/** Counts one more license, on the condition that one is left when it is written. */
const countLicense = (
  account: Account,
  counted: LicenseMonth | undefined,
  now: Instant,
): Change<'licenseMonth'> => {
  const { accountId } = account;
  const month = monthOf(now);
  const limit = licenseLimit(account, now);
  if (!counted)
    return {
      change: 'insert',
      record: 'licenseMonth',
      item: { accountId, month, used: 1 },
      onConflict: () => new LicenseConflict(),
    };
  return {
    change: 'update',
    record: 'licenseMonth',
    id: { accountId, month },
    add: { used: 1 },
    ...(limit !== null && {
      when: [{ field: 'used', is: 'atMost', value: limit - 1 }],
      onConflict: () => noneLeft(planAt(account, now), limit, month),
    }),
  };
};

/**
 * Claims a license of the month for a person; nothing if the person already has one, as a claimed license is never
 * freed. The license comes before the count, so that two concurrent first scans of one person claim one license
 * (docs/adr/0008-credit-periods-and-licenses.md). It is refused with seat_license_required when no license is left.
 */
export const claimLicense = (
  {
    account,
    caller,
    licenses: { own, month: counted },
    scanId,
  }: {
    account: Account;
    caller: Pick<Caller, 'personId' | 'organizationId'>;
    licenses: Licenses;
    /** Absent for an action other than a scan. */
    scanId?: string;
  },
  now: Instant,
): Change<'license' | 'licenseMonth'>[] => {
  if (own) return [];
  const { personId, organizationId } = caller;
  return [
    {
      change: 'insert',
      record: 'license',
      item: {
        accountId: account.accountId,
        month: monthOf(now),
        personId,
        organizationId,
        claimedAt: now,
        ...(scanId !== undefined && { scanId }),
      },
      onConflict: () => new LicenseConflict(),
    },
    countLicense(account, counted, now),
  ];
};
