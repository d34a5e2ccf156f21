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
  test('starts at once with its own period and credits, and the core pool keeps its own', () => {
    const timeline = withAddon();
    expect(active(timeline)).toBe(true);
    expect(timeline.numbers('sast')).toEqual([500, 500, 0, 0]);
    expect(timeline.state.pools.sast).toMatchObject({ periodStartAt: bought, periodEndAt: itsEnd });
    expect(timeline.until('2026-04-10T12:00:00.000Z').spend(20, 'sast').available('sast')).toBe(480);
    expect(timeline.until(itsEnd).numbers('sast')).toEqual([500, 500, 0, 0]);
    expect(timeline.state.pools.core.periodStartAt).toBe('2026-04-10T12:00:00.000Z');
  });

  test('has 50 credits on Starter', () => {
    const timeline = new AccountTimeline({ plan: 'Starter' }).apply(startAddon('starter'));
    expect(timeline.available('sast')).toBe(50);
  });

  test('follows the licenses at its own next period', () => {
    const timeline = withAddon().apply((state, now) =>
      addLicenses(state, { licenses: 12, invoiceId: 'in_1' }, now),
    );
    expect(timeline.available('sast')).toBe(500);
    expect(timeline.until('2026-04-10T12:00:00.000Z').available('sast')).toBe(500);
    expect(timeline.until(itsEnd).available('sast')).toBe(600);
  });

  test('takes the size of another plan at its own next period', () => {
    const starter = { plan: 'Starter', interval: 'month' } as const;
    const timeline = withAddon().apply((state, now) =>
      schedulePlanChange(state, { to: starter, cause: cause() }, now),
    );
    timeline.until('2026-04-10T12:00:00.000Z');
    expect(timeline.account.sastAddon).toMatchObject({ size: 'starter' });
    expect([timeline.available('sast'), active(timeline)]).toEqual([500, true]);
    expect(timeline.until(itsEnd).available('sast')).toBe(50);
  });

  test.each([
    ['on Free', { plan: 'Free' }, 'starter'],
    ['of the other size', { plan: 'Starter' }, 'team'],
    ['beside another', { plan: 'Starter', sastAddon: 'starter' }, 'starter'],
  ] as const)('is refused %s', (_name, order, size) => {
    expect(() => new AccountTimeline(order).apply(startAddon(size))).toThrow(refusal('conflict'));
  });
});

describe('a canceled add-on', () => {
  test('stays until the end of its period; then its included credits expire and purchased ones allow no scan', () => {
    const timeline = withAddon().buy(25, 'sast').spend(100, 'sast').apply(cancel);
    expect(timeline.account).toMatchObject({ plan: 'Team', sastAddon: { cancelsAt: itsEnd } });
    timeline.until('2026-04-20T08:59:59.999Z');
    expect([active(timeline), timeline.available('sast')]).toEqual([true, 425]);
    expect(hasSastAddon(timeline.account, itsEnd)).toBe(false);
    timeline.until(itsEnd);
    expect(timeline.account).toMatchObject({ plan: 'Team', licenses: 10 });
    expect([active(timeline), timeline.numbers('sast')]).toEqual([false, [25, 0, 25, 0]]);
    expect(timeline.until('2027-01-01T00:00:00.000Z').numbers('sast')).toEqual([25, 0, 25, 0]);
  });

  test('can be resumed until its end, and only be bought again afterwards', () => {
    const timeline = withAddon().apply(cancel).apply(resume);
    expect([active(timeline.until(itsEnd)), timeline.available('sast')]).toEqual([true, 500]);
    timeline.apply(cancel).until('2026-05-20T09:00:00.000Z');
    expect(() => timeline.apply(resume)).toThrow(refusal('conflict'));
    const again = '2026-05-25T10:00:00.000Z';
    timeline.until(again).apply(startAddon('team'));
    expect([active(timeline), timeline.available('sast')]).toEqual([true, 500]);
    expect(timeline.state.pools.sast.anchorAt).toBe(again);
  });

  test('cannot be canceled twice, and one that is not canceled cannot be resumed', () => {
    const timeline = withAddon();
    expect(() => timeline.apply(resume)).toThrow(refusal('conflict'));
    expect(() => timeline.apply(cancel).apply(cancel)).toThrow(refusal('conflict'));
    expect(() => new AccountTimeline().apply(cancel)).toThrow(refusal('conflict'));
  });

  test('ends with its month, not at once, when no SAST credits were agreed', () => {
    const order = { plan: 'Regulated', sastAddon: 'team', credits: { core: 10, sast: 0 } } as const;
    const timeline = new AccountTimeline(order).until('2026-09-20T00:00:00.000Z').apply(cancel);
    expect(timeline.account.sastAddon?.cancelsAt).toBe('2026-10-10T12:00:00.000Z');
  });
});

test('without the add-on nothing is due and nothing is booked', () => {
  const timeline = new AccountTimeline({ plan: 'Starter' }).buy(25, 'sast').until('2026-09-01T00:00:00.000Z');
  expect(timeline.entries.filter(({ pool }) => pool === 'sast')).toHaveLength(1);
  expect(timeline.state.pools.sast.periodStartAt).toBe(start);
});

test('the add-on ends with the plan', () => {
  const timeline = withAddon().buy(25, 'sast').until('2026-03-25T00:00:00.000Z');
  timeline.apply((state, now) => endPlan(state, now));
  expect([active(timeline), timeline.account.sastAddon, timeline.numbers('sast')]).toEqual([
    false,
    undefined,
    [25, 0, 25, 0],
  ]);
});

describe('an add-on that is paid by invoice', () => {
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

  test('is started once', () => {
    const timeline = invoiced().spend(200, 'sast');
    timeline.apply((state, now) =>
      startSastAddon(state, { size: 'team', at: bought, paidUntilAt: itsEnd }, now),
    );
    expect(timeline.available('sast')).toBe(300);
  });

  test('is refilled only after a payment, once for each', () => {
    const timeline = invoiced().spend(200, 'sast').until('2026-04-20T10:00:00.000Z');
    expect(timeline.available('sast')).toBe(300);
    expect(timeline.apply(paid(next, itsEnd)).available('sast')).toBe(500);
    expect(timeline.state.pools.sast).toMatchObject({ periodStartAt: itsEnd, periodEndAt: next });
    timeline.spend(50, 'sast').apply(paid(next, itsEnd));
    expect(timeline.available('sast')).toBe(450);
  });

  test('that is canceled while its renewal is being paid ends with the paid period', () => {
    const timeline = invoiced().until('2026-04-20T09:30:00.000Z').apply(cancel);
    expect(timeline.account.sastAddon?.cancelsAt).toBe(next);
    expect(active(timeline.apply(paid(next, itsEnd)).until('2026-05-20T08:59:59.999Z'))).toBe(true);
    expect(active(timeline.until(next))).toBe(false);
  });

  test('that is canceled and renewed nevertheless ends with the paid period', () => {
    const timeline = invoiced().apply(cancel).apply(paid(next, itsEnd));
    expect(timeline.account.sastAddon).toMatchObject({ paidUntilAt: next, cancelsAt: next });
  });

  test('that is canceled at the instant of the renewal ends with the paid period', () => {
    expect(invoiced().until(itsEnd).apply(cancel).account.sastAddon?.cancelsAt).toBe(next);
  });

  test('that is paid beyond its credit period ends with the paid period', () => {
    const paidUntilAt = '2026-04-22T09:00:00.000Z';
    const { state } = new AccountTimeline({ licenses: 10 })
      .until(bought)
      .apply((before, now) => startSastAddon(before, { size: 'team', at: now, paidUntilAt }, now));
    expect(state.pools.sast.periodEndAt).toBe(itsEnd);
    expect(cancel(state, bought).state.account.sastAddon?.cancelsAt).toBe(paidUntilAt);
  });

  test('is ended once, and a payment after its end changes nothing', () => {
    const timeline = invoiced().apply((state, now) => endSastAddon(state, now));
    const before = structuredClone(timeline.state);
    timeline.apply((state, now) => endSastAddon(state, now)).apply(paid(next, itsEnd));
    expect(timeline.state).toEqual(before);
  });
});
