import { describe, expect, test } from 'vitest';
import { paidRenewals, resumeRenewals, stopRenewals } from '@scangate/domain/offboarding/stop-renewals';
import { withAccount, type BillingState } from '@scangate/domain/accounts/billing-state';
import { AccountTimeline } from '#test/models/account-timeline.ts';
import { later, noon } from '#test/support/world.ts';

const at = noon.toISOString();
const stateOf = (account: Partial<BillingState['account']>): BillingState =>
  withAccount(new AccountTimeline({ licenses: 10, sastAddon: 'team' }).state, account);
/** A plan and an add-on that are paid until a day in the current period. */
const paid = (account: Partial<BillingState['account']> = {}): BillingState =>
  stateOf({
    renewedBy: 'invoice',
    paidUntilAt: later(86_400 * 20).toISOString(),
    sastAddon: { size: 'team' },
    ...account,
  });
const stop = (state: BillingState): BillingState => stopRenewals(state, 'closing', at).state;
const resume = (state: BillingState, now = at) =>
  resumeRenewals(state, { stopped: ['subscription', 'sast_addon'], cause: 'restored' }, now);

describe('a closing organization', () => {
  test('is not charged for its plan or its add-on again', () => {
    const stopped = stop(paid());
    expect(paidRenewals(stopped.account)).toEqual([]);
    expect(stopped.account.endsAt).toBeDefined();
    expect(stopped.account.sastAddon?.cancelsAt).toBeDefined();
  });

  test('keeps what does not renew, or renews by agreement', () => {
    for (const state of [
      stateOf({ plan: 'Free', renewedBy: 'schedule' }),
      stateOf({ plan: 'Regulated', renewedBy: 'schedule' }),
      stateOf({
        renewedBy: 'invoice',
        endsAt: later(60).toISOString(),
        sastAddon: { size: 'team', cancelsAt: later(60).toISOString() },
      }),
    ])
      expect(stop(state)).toEqual(state);
  });
});

describe('a restored organization', () => {
  test('renews as before', () => {
    const before = paid();
    const { account } = resume(stop(before)).state;
    expect([account.endsAt, account.sastAddon]).toEqual([undefined, { size: 'team' }]);
  });

  test('does not buy again what ended meanwhile', () => {
    const stopped = stop(paid());
    expect(resume(stopped, later(86_400 * 40).toISOString()).auditNotes).toEqual([]);
  });
});
