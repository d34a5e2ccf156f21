import type { Change } from '../change.ts';
import { Conflict } from '../conflict.ts';
import { Problem } from '../problem.ts';
import type { Account, Instant, License, LicenseMonth } from '../records.ts';
import type { Caller, PlanName } from '../identity/roles.ts';
import { licenseLimit, planAt } from '../plans/entitlements.ts';

/** The calendar month a licence belongs to, in UTC wherever anybody is: `2026-03`. */
export const monthOf = (now: Instant): string => now.slice(0, 7);

/** This month's licences as they were read: the caller's own, and how many there are. */
export interface Licenses {
  own: License | undefined;
  month: LicenseMonth | undefined;
}

/** Another request claimed a license since the licenses were read. */
export class LicenseConflict extends Conflict {
  constructor() {
    super('the licenses of the month changed since they were read');
  }
}

/** What helps: Team buys more at once; the other plans have a fixed number (spec, "Errors"). */
const remedies: Record<PlanName, 'buy_licenses' | 'upgrade_or_wait'> = {
  Free: 'upgrade_or_wait',
  Starter: 'upgrade_or_wait',
  Team: 'buy_licenses',
  Regulated: 'buy_licenses',
};

const noneLeft = (plan: PlanName, limit: number, month: string): Problem =>
  new Problem('seat_license_required', {
    detail: `All ${limit} licences of ${month} are taken.`,
    remedy: remedies[plan],
    limit,
    month,
  });

/** @throws Problem seat_license_required when the caller has no licence this month and none is left. */
export const requireLicense = (account: Account, { own, month: counted }: Licenses, now: Instant): void => {
  const limit = licenseLimit(account, now);
  if (!own && limit !== null && (counted?.used ?? 0) >= limit)
    throw noneLeft(planAt(account, now), limit, monthOf(now));
};

/** Counts one more, if there is one left when it is written. */
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
 * The changes that make a person one of those who use the product this month; refused with seat_license_required when
 * no licence is left. Nothing for whom it is one already: a claimed licence is never freed, so having seen it is
 * enough. Two first acts of one person at once are told apart by the licence, before any count (spec, "License rules").
 */
export const claimLicense = (
  {
    account,
    caller,
    licenses: { own, month: counted },
  }: { account: Account; caller: Pick<Caller, 'personId' | 'organizationId'>; licenses: Licenses },
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
      },
      onConflict: () => new LicenseConflict(),
    },
    countLicense(account, counted, now),
  ];
};
