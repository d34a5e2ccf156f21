import { describe, expect, test } from 'vitest';
import { withAccount } from '@scangate/domain/accounts/billing-state';
import { effectsOf, previewChange } from '@scangate/domain/accounts/preview-change';
import type { Account } from '@scangate/domain/records';
import { newAccount } from '#test/models/account-timeline.ts';

const now = '2026-03-20T12:00:00.000Z';
const renewal = '2026-04-10T12:00:00.000Z';
const { state: team } = newAccount({ plan: 'Team', licenses: 9 }, '2026-03-10T12:00:00.000Z');
const { state: starter } = newAccount({ plan: 'Starter' }, '2026-03-10T12:00:00.000Z');

/** A Team account with these licenses now, and these from its renewal on. */
const teamOf = (licenses: number, later?: number) => {
  const pending: Account['pending'] = {
    plan: 'Team',
    interval: 'month',
    licenses: later ?? licenses,
    effectiveAt: renewal,
  };
  return withAccount(team, { licenses, ...(later !== undefined && { pending }) });
};
const licensesOf = (...states: [typeof team, typeof team]) =>
  effectsOf(...states, now)
    .filter(({ what }) => what === 'licenses')
    .map(({ from, to, at }) => [from, to, at]);

describe('an effect of a change at the renewal', () => {
  test('is not shown when it ends where an immediate effect ends', () => {
    expect(licensesOf(teamOf(9, 6), teamOf(12))).toEqual([[9, 12, now]]);
  });

  test('is not shown when it begins where an immediate effect begins', () => {
    const { after } = previewChange(team, { change: 'auto_renew', enabled: false }, now);
    const renewals = effectsOf(team, after, now).filter(({ what }) => what === 'auto_renew');
    expect(renewals).toEqual([{ what: 'auto_renew', from: true, to: false, at: now }]);
  });

  test('is shown beside an immediate effect that begins and ends elsewhere', () => {
    expect(licensesOf(teamOf(9, 6), teamOf(12, 8))).toEqual([
      [9, 12, now],
      [6, 8, renewal],
    ]);
  });

  test('is shown beside an immediate effect on something else', () => {
    const pending = { plan: 'Team', interval: 'month', licenses: 7, effectiveAt: renewal } as const;
    const after = withAccount(starter, { sastAddon: { size: 'starter' }, pending });
    const effects = effectsOf(starter, after, now);
    expect(effects).toContainEqual({ what: 'sast_addon', from: null, to: 'starter', at: now });
    expect(effects).toContainEqual({ what: 'licenses', from: null, to: 7, at: renewal });
  });
});
