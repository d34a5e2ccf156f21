import type { Change } from '../change.ts';
import { later } from '../instant.ts';
import { openOf } from '../open-index.ts';
import type { Account, Instant, TillAccount } from '../records.ts';

/** What the account has at the till was changed since it was read: load it and decide again. */
export class TillMoved extends Error {}

/** An account that was never at the till. */
export const newTillAccount = (accountId: string, intentId: string): TillAccount => ({
  accountId,
  intentId,
  version: 0,
});

const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

/** Writes what changed, or nothing; refused with TillMoved when it is not as it was read. */
export const tillChange = (
  accountId: string,
  before: TillAccount | undefined,
  after: TillAccount,
): Change<'till'>[] => {
  const refused = () => new TillMoved();
  if (!before)
    return [{ change: 'insert', record: 'till', item: { ...after, accountId, version: 1 }, refused }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof TillAccount)[];
  const changed = names.filter((name) => name !== 'version' && differs(before[name], after[name]));
  if (changed.length === 0) return [];
  const unset = changed.filter((name) => after[name] === undefined);
  return [
    {
      change: 'update',
      record: 'till',
      id: { accountId },
      set: {
        ...Object.fromEntries(changed.map((name) => [name, after[name]])),
        version: before.version + 1,
      },
      ...(unset.length > 0 && { unset }),
      when: [{ field: 'version', is: 'equal', value: before.version }],
      refused,
    },
  ];
};

/** The row as it is once `tillChange` is written. */
export const tillWritten = (before: TillAccount | undefined, after: TillAccount): TillAccount => ({
  ...after,
  version: tillChange(after.accountId, before, after).length > 0 ? (before?.version ?? 0) + 1 : after.version,
});

const hourMs = 3_600_000;

/** To be looked at then. */
export const dueAt = (till: TillAccount, at: Instant): TillAccount => ({
  ...till,
  open: openOf('till', till.accountId),
  dueAt: at,
});

/** Something else is wanted now: under a new name, and to be done at once. */
export const wanting = (
  till: TillAccount,
  change: Partial<TillAccount>,
  intentId: string,
  now: Instant,
): TillAccount => dueAt({ ...till, ...change, intentId }, now);

/** Messages may be lost: two hours after a renewal is due it is asked for, and again as long as it is not paid. */
const graceMs = 2 * hourMs;
const unpaidMs = 6 * hourMs;
const checkoutMs = hourMs;

/** When the till is looked at next, once it agrees; never for who has nothing there. */
export const whenAgreed = (till: TillAccount, account: Account, now: Instant): TillAccount => {
  const renewals = [account.paidUntilAt, account.sastAddon?.paidUntilAt]
    .filter((at) => at !== undefined)
    .map((at) => (at > now ? later(at, graceMs) : later(now, unpaidMs)));
  const isOpen = till.checkout !== undefined || (till.packCheckouts ?? []).length > 0;
  const next = [...renewals, ...(isOpen ? [later(now, checkoutMs)] : [])].toSorted()[0];
  const { open: _open, dueAt: _dueAt, ...idle } = till;
  return next === undefined ? idle : dueAt(idle, next);
};
