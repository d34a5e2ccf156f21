import { describe, expect, test } from 'vitest';
import { endPlan } from '@scangate/domain/plans/end-plan';
import { newAccount } from '#test/models/account-timeline.ts';

const began = '2026-03-10T12:00:00.000Z';
const end = '2026-03-20T12:00:00.000Z';

/** The SAST pool after the end of a Team plan. */
const sastAfter = ({ hasAddon, included }: { hasAddon: boolean; included: number }) => {
  const order = { plan: 'Team' as const, licenses: 5, ...(hasAddon && { sastAddon: 'team' as const }) };
  const { account, pools } = newAccount(order, began).state;
  const sast = { ...pools.sast, included, available: included };
  return endPlan({ account, pools: { ...pools, sast } }, end, end).state.pools.sast;
};

describe('the end of a plan restarts the SAST periods', () => {
  test.each([
    ['of an account with the add-on', { hasAddon: true, included: 0 }],
    [
      'of an account that still has one included SAST credit, which expires',
      { hasAddon: false, included: 1 },
    ],
  ])('%s', (_, given) => {
    expect(sastAfter(given)).toMatchObject({ anchorAt: end, periodStartAt: end, included: 0, available: 0 });
  });

  test('and leaves those of an account that never had SAST', () => {
    expect(sastAfter({ hasAddon: false, included: 0 })).toMatchObject({
      anchorAt: began,
      periodStartAt: began,
    });
  });
});
