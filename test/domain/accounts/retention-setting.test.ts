import { expect, test } from 'vitest';
import { setRetention } from '@scangate/domain/accounts/retention-setting';
import { plans } from '@scangate/domain/plans/plans';
import { newAccount } from '#test/models/account-timeline.ts';

const { state } = newAccount({ plan: 'Team', licenses: 5 }, '2026-03-10T12:00:00.000Z');
const daysAfter = (plan: 'Team' | 'Regulated', days: number): number =>
  setRetention(state, { days, plan, cause: 'c' }).state.account.retentionDays;

test('payloads are kept for at most the days of the plan', () => {
  const maxDays = Number(plans.Team.retentionDays);
  expect(daysAfter('Team', maxDays)).toBe(maxDays);
  expect(daysAfter('Team', maxDays - 1)).toBe(maxDays - 1);
  expect(() => daysAfter('Team', maxDays + 1)).toThrow(
    expect.objectContaining({
      code: 'retention_over_plan',
      message: expect.stringContaining(`${maxDays} days`),
    }),
  );
});

test('a plan without a maximum accepts any number of days', () => {
  expect(plans.Regulated.retentionDays).toBeNull();
  expect(daysAfter('Regulated', 10_000)).toBe(10_000);
});
