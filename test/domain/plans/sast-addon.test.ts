import { describe, expect, test } from 'vitest';
import { hasSastAddon } from '@scangate/domain/plans/entitlements';
import { schedulePlanChange } from '@scangate/domain/plans/plan-change';
import { endPlan } from '@scangate/domain/plans/end-plan';
import {
  cancelSastAddon,
  endSastAddon,
  renewSastAddon,
  resumeSastAddon,
  startSastAddon,
} from '@scangate/domain/plans/sast-addon';
import { addLicenses } from '@scangate/domain/licenses/change-license-count';
import { AccountTimeline, cause, refusal, start } from '#test/models/account-timeline.ts';

const bought = '2026-03-20T09:00:00.000Z';
const itsEnd = '2026-04-20T09:00:00.000Z';
type State = AccountTimeline['state'];

const startAddon = (size: 'starter' | 'team') => (state: State, now: string) =>
  startSastAddon(state, { size, at: now }, now);
const cancel = (state: State, now: string) => cancelSastAddon(state, cause(), now);
const resume = (state: State) => resumeSastAddon(state, cause());
const active = ({ account, now }: AccountTimeline) => hasSastAddon(account, now);
const withAddon = () => new AccountTimeline({ licenses: 10 }).until(bought).apply(startAddon('team'));

describe('the SAST add-on', () => {
  test('starts at once with its own period and credits; the core pool keeps its own', () => {
    const life = withAddon();
    expect(active(life)).toBe(true);
    expect(life.numbers('sast')).toEqual([500, 500, 0, 0]);
    expect(life.state.pools.sast).toMatchObject({ periodStartAt: bought, periodEndAt: itsEnd });
    expect(life.until('2026-04-10T12:00:00.000Z').spend(20, 'sast').available('sast')).toBe(480);
    expect(life.until(itsEnd).numbers('sast')).toEqual([500, 500, 0, 0]);
    expect(life.state.pools.core.periodStartAt).toBe('2026-04-10T12:00:00.000Z');
  });

  test('has 50 credits on Starter', () => {
    const life = new AccountTimeline({ plan: 'Starter' }).apply(startAddon('starter'));
    expect(life.available('sast')).toBe(50);
  });

  test('follows the licences on its own period, not before', () => {
    const life = withAddon().apply((state, now) =>
      addLicenses(state, { licenses: 12, invoiceId: 'in_1' }, now),
    );
    expect(life.available('sast')).toBe(500);
    expect(life.until('2026-04-10T12:00:00.000Z').available('sast')).toBe(500);
    expect(life.until(itsEnd).available('sast')).toBe(600);
  });

  test('takes the size of another plan with its own next period', () => {
    const starter = { plan: 'Starter', interval: 'month' } as const;
    const life = withAddon().apply((state, now) =>
      schedulePlanChange(state, { to: starter, cause: cause() }, now),
    );
    life.until('2026-04-10T12:00:00.000Z');
    expect(life.account.sastAddon).toMatchObject({ size: 'starter' });
    expect([life.available('sast'), active(life)]).toEqual([500, true]);
    expect(life.until(itsEnd).available('sast')).toBe(50);
  });

  test.each([
    ['on Free', { plan: 'Free' }, 'starter'],
    ['of the other size', { plan: 'Starter' }, 'team'],
    ['beside another', { plan: 'Starter', sastAddon: 'starter' }, 'starter'],
  ] as const)('is refused %s', (_name, order, size) => {
    expect(() => new AccountTimeline(order).apply(startAddon(size))).toThrow(refusal('conflict'));
  });
});

describe('cancelled', () => {
  test('it stays until the end of its period, then its included credits are gone and the bought ones unlock nothing', () => {
    const life = withAddon().buy(25, 'sast').spend(100, 'sast').apply(cancel);
    expect(life.account).toMatchObject({ plan: 'Team', sastAddon: { cancelsAt: itsEnd } });
    life.until('2026-04-20T08:59:59.999Z');
    expect([active(life), life.available('sast')]).toEqual([true, 425]);
    expect(hasSastAddon(life.account, itsEnd)).toBe(false);
    life.until(itsEnd);
    expect(life.account).toMatchObject({ plan: 'Team', licenses: 10 });
    expect([active(life), life.numbers('sast')]).toEqual([false, [25, 0, 25, 0]]);
    expect(life.until('2027-01-01T00:00:00.000Z').numbers('sast')).toEqual([25, 0, 25, 0]);
  });

  test('it can be taken back until then, afterwards only a new one helps', () => {
    const life = withAddon().apply(cancel).apply(resume);
    expect([active(life.until(itsEnd)), life.available('sast')]).toEqual([true, 500]);
    life.apply(cancel).until('2026-05-20T09:00:00.000Z');
    expect(() => life.apply(resume)).toThrow(refusal('conflict'));
    const again = '2026-05-25T10:00:00.000Z';
    life.until(again).apply(startAddon('team'));
    expect([active(life), life.available('sast')]).toEqual([true, 500]);
    expect(life.state.pools.sast.anchorAt).toBe(again);
  });

  test('twice is refused, as is taking back what was not cancelled', () => {
    const life = withAddon();
    expect(() => life.apply(resume)).toThrow(refusal('conflict'));
    expect(() => life.apply(cancel).apply(cancel)).toThrow(refusal('conflict'));
    expect(() => new AccountTimeline().apply(cancel)).toThrow(refusal('conflict'));
  });

  test('of a plan that agreed on no SAST credits it ends with its month too, not at once', () => {
    const order = { plan: 'Regulated', sastAddon: 'team', credits: { core: 10, sast: 0 } } as const;
    const life = new AccountTimeline(order).until('2026-09-20T00:00:00.000Z').apply(cancel);
    expect(life.account.sastAddon?.cancelsAt).toBe('2026-10-10T12:00:00.000Z');
  });
});

test('without it there are no periods: nothing is due, and nothing is booked', () => {
  const life = new AccountTimeline({ plan: 'Starter' }).buy(25, 'sast').until('2026-09-01T00:00:00.000Z');
  expect(life.entries.filter(({ pool }) => pool === 'sast')).toHaveLength(1);
  expect(life.state.pools.sast.periodStartAt).toBe(start);
});

test('it ends with the plan', () => {
  const life = withAddon().buy(25, 'sast').until('2026-03-25T00:00:00.000Z');
  life.apply((state, now) => endPlan(state, now));
  expect([active(life), life.account.sastAddon, life.numbers('sast')]).toEqual([
    false,
    undefined,
    [25, 0, 25, 0],
  ]);
});

describe('paid by invoice', () => {
  const paid = (until: string, at: string) => (state: State, now: string) =>
    renewSastAddon(state, { at, paidUntilAt: until }, now);
  const invoiced = () =>
    new AccountTimeline({ licenses: 10 })
      .apply((state) => ({
        state: {
          ...state,
          account: { ...state.account, renewedBy: 'invoice', paidUntilAt: '2027-03-10T12:00:00.000Z' },
        },
        entries: [],
        auditNotes: [],
      }))
      .until(bought)
      .apply((state, now) => startSastAddon(state, { size: 'team', at: now, paidUntilAt: itsEnd }, now));
  const next = '2026-05-20T09:00:00.000Z';

  test('it is started once, however often that is told', () => {
    const life = invoiced().spend(200, 'sast');
    life.apply((state, now) => startSastAddon(state, { size: 'team', at: bought, paidUntilAt: itsEnd }, now));
    expect(life.available('sast')).toBe(300);
  });

  test('it is not refilled before it is paid, and once for each payment', () => {
    const life = invoiced().spend(200, 'sast').until('2026-04-20T10:00:00.000Z');
    expect(life.available('sast')).toBe(300);
    expect(life.apply(paid(next, itsEnd)).available('sast')).toBe(500);
    expect(life.state.pools.sast).toMatchObject({ periodStartAt: itsEnd, periodEndAt: next });
    life.spend(50, 'sast').apply(paid(next, itsEnd));
    expect(life.available('sast')).toBe(450);
  });

  test('cancelled while its renewal is being paid, it ends with the period that is paid for', () => {
    const life = invoiced().until('2026-04-20T09:30:00.000Z').apply(cancel);
    expect(life.account.sastAddon?.cancelsAt).toBe(next);
    expect(active(life.apply(paid(next, itsEnd)).until('2026-05-20T08:59:59.999Z'))).toBe(true);
    expect(active(life.until(next))).toBe(false);
  });

  test('cancelled, and renewed all the same, it ends with what was paid for', () => {
    const life = invoiced().apply(cancel).apply(paid(next, itsEnd));
    expect(life.account.sastAddon).toMatchObject({ paidUntilAt: next, cancelsAt: next });
  });

  test('cancelled at the very instant of that renewal, too', () => {
    expect(invoiced().until(itsEnd).apply(cancel).account.sastAddon?.cancelsAt).toBe(next);
  });

  test('its end is told twice, a payment after it: both change nothing', () => {
    const life = invoiced().apply((state, now) => endSastAddon(state, now));
    const before = structuredClone(life.state);
    life.apply((state, now) => endSastAddon(state, now)).apply(paid(next, itsEnd));
    expect(life.state).toEqual(before);
  });
});
