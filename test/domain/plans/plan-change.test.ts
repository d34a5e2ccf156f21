import { describe, expect, test } from 'vitest';
import {
  applyPlanChange,
  schedulePlanChange,
  startPlan,
  undoPlanChange,
} from '@scangate/domain/plans/plan-change';
import { endPlan } from '@scangate/domain/plans/end-plan';
import { renewsAt } from '@scangate/domain/plans/subscription-period';
import { setRetention } from '@scangate/domain/accounts/retention-setting';
import { noChange, withAccount } from '@scangate/domain/accounts/billing-state';
import type { Subscription } from '@scangate/domain/records';
import { AccountTimeline, cause, refusal } from '#test/models/account-timeline.ts';

const began = '2026-03-10T12:00:00.000Z';
const renewal = '2026-04-10T12:00:00.000Z';
const team: Subscription = { plan: 'Team', interval: 'month', licenses: 10 };
const starter: Subscription = { plan: 'Starter', interval: 'month' };
const byAgreement = { renewedBy: 'schedule' } as const;

const schedule = (to: Subscription) => (state: AccountTimeline['state'], now: string) =>
  schedulePlanChange(state, { to, cause: cause() }, now);
const undo = (state: AccountTimeline['state'], now: string) => undoPlanChange(state, cause(), now);

describe('a paid plan that starts', () => {
  const paid = '2026-03-20T09:30:00.000Z';

  test('is in force at once, with its anchor, its credits, its retention and the purchased credits', () => {
    const timeline = new AccountTimeline({ plan: 'Free' }).buy(25).spend(40).until(paid);
    timeline.apply((state, now) => startPlan(state, { to: team, terms: byAgreement, at: now }, now));
    expect(timeline.account).toMatchObject({ ...team, retentionDays: 365 });
    expect(timeline.numbers('core')).toEqual([1_025, 1_000, 25, 0]);
    expect(timeline.state.pools.core).toMatchObject({
      anchorAt: paid,
      periodStartAt: paid,
      periodEndAt: '2026-04-20T09:30:00.000Z',
    });
    expect(timeline.auditNotes).toMatchObject([
      { action: 'plan.started', before: { plan: 'Free' }, after: team },
    ]);
  });

  test('is started once', () => {
    const terms = { renewedBy: 'invoice', paidUntilAt: '2026-04-20T09:30:00.000Z' } as const;
    const timeline = new AccountTimeline({ plan: 'Free' }).until(paid);
    timeline.apply((state, now) => startPlan(state, { to: team, terms, at: paid }, now)).spend(300);
    const before = structuredClone(timeline.state);
    timeline.apply((state, now) => startPlan(state, { to: team, terms, at: paid }, now));
    expect(timeline.state).toEqual(before);
  });

  test('is not started when its paid period is over', () => {
    const timeline = new AccountTimeline({ plan: 'Free' }).until(paid);
    const started = (paidUntilAt: string) => {
      const terms = { renewedBy: 'invoice', paidUntilAt } as const;
      return startPlan(timeline.state, { to: team, terms, at: began }, paid).state.account.plan;
    };
    expect(started('2026-03-20T09:30:00.001Z')).toBe('Team');
    expect(started(paid)).toBe('Free');
  });

  test('by agreement has no paid-until date, nor has its add-on; by invoice both have one', () => {
    const addon = { size: 'team', paidUntilAt: '2026-05-01T00:00:00.000Z' } as const;
    const begun = (terms: Parameters<typeof startPlan>[1]['terms']) =>
      new AccountTimeline({ sastAddon: 'team' })
        .apply((state) => noChange(withAccount(state, { sastAddon: addon })))
        .apply((state, now) => startPlan(state, { to: team, terms, at: now }, now)).account;
    const invoice = { renewedBy: 'invoice', paidUntilAt: renewal } as const;
    expect(begun(invoice)).toMatchObject({ paidUntilAt: renewal, sastAddon: addon });
    expect(begun(byAgreement).sastAddon).toEqual({ size: 'team' });
  });

  test('counts from its payment when it is applied after a later refill of Free', () => {
    const timeline = new AccountTimeline({ plan: 'Free' }).until('2026-04-10T12:00:05.000Z');
    timeline.apply((state, now) =>
      startPlan(state, { to: team, terms: byAgreement, at: '2026-04-10T11:59:00.000Z' }, now),
    );
    expect(timeline.state.pools.core).toMatchObject({
      anchorAt: '2026-04-10T11:59:00.000Z',
      periodEndAt: '2026-05-10T11:59:00.000Z',
    });
    expect(timeline.available()).toBe(1_000);
  });

  test.each<[string, Subscription, object]>([
    ['/licenses', { plan: 'Team', interval: 'month' }, {}],
    ['/licenses', { ...team, licenses: 4 }, {}],
    ['/licenses', { ...starter, licenses: 10 }, {}],
    ['/plan', { plan: 'Free', interval: 'month' }, {}],
    ['/period', { plan: 'Free', interval: 'year' }, {}],
    ['/credits', { plan: 'Regulated', interval: 'year' }, {}],
    ['/credits', team, { agreedCredits: { core: 5 } }],
  ])('is refused for %s: %j, %j', (pointer, to, more) => {
    const timeline = new AccountTimeline({ plan: 'Free' });
    const code = 'validation_failed';
    const errors = [{ pointer, code, detail: expect.any(String) }];
    expect(() =>
      timeline.apply((state, now) =>
        startPlan(state, { to, terms: { ...byAgreement, ...more }, at: now }, now),
      ),
    ).toThrow(expect.objectContaining({ code, members: expect.objectContaining({ errors }) }));
  });

  test('as Regulated has the agreed credits each period', () => {
    const to: Subscription = { plan: 'Regulated', interval: 'year' };
    const terms = { ...byAgreement, agreedCredits: { core: 5_000 } };
    const timeline = new AccountTimeline({ plan: 'Free' });
    timeline.apply((state, now) => startPlan(state, { to, terms, at: now }, now)).spend(4_000);
    expect(timeline.until('2026-04-10T12:00:00.000Z').numbers('core')).toEqual([5_000, 5_000, 0, 0]);
    expect(timeline.account.retentionDays).toBe(365);
  });
});

describe('a change of plan, interval or licenses', () => {
  test('is pending until the renewal, and in force from then on', () => {
    const timeline = new AccountTimeline({ licenses: 10 })
      .spend(400)
      .buy(50)
      .until('2026-03-15T00:00:00.000Z');
    timeline.apply(schedule(starter));
    expect(timeline.account).toMatchObject({ plan: 'Team', pending: { ...starter, effectiveAt: renewal } });
    expect(timeline.until('2026-04-10T11:59:59.999Z').account.plan).toBe('Team');
    expect(timeline.available()).toBe(650);
    timeline.until(renewal);
    expect(timeline.account).toMatchObject({ plan: 'Starter', retentionDays: 90 });
    expect([timeline.account.pending, timeline.account.licenses]).toEqual([undefined, undefined]);
    expect(timeline.numbers('core')).toEqual([850, 800, 50, 0]);
  });

  test('replaces the pending one, and choosing the current terms undoes it', () => {
    const timeline = new AccountTimeline({ licenses: 10 });
    timeline.apply(schedule(starter)).apply(schedule({ ...team, licenses: 6 }));
    expect(timeline.account.pending).toMatchObject({ plan: 'Team', licenses: 6 });
    timeline.until('2026-03-11T00:00:00.000Z').apply(schedule(team));
    expect(timeline.account.pending).toBeUndefined();
    expect(timeline.auditNotes.map(({ action }) => action)).toEqual([
      'plan.change_scheduled',
      'plan.change_scheduled',
      'plan.change_undone',
    ]);
    expect(timeline.auditNotes.at(-1)).toMatchObject({
      before: { pending: { licenses: 6 } },
      after: { pending: null },
    });
  });

  test('that is chosen again changes nothing and is recorded once', () => {
    const timeline = new AccountTimeline({ plan: 'Team', licenses: 10 }).apply(schedule(starter));
    const again = schedulePlanChange(timeline.state, { to: starter, cause: cause() }, timeline.now);
    expect(again).toMatchObject({ state: timeline.state, auditNotes: [] });
  });

  test('can be undone once while it is pending', () => {
    const timeline = new AccountTimeline({ licenses: 10 }).apply(schedule(starter)).apply(undo);
    expect(timeline.auditNotes.at(-1)).toMatchObject({
      before: { pending: starter },
      after: { pending: null },
    });
    expect(timeline.until(renewal).account.plan).toBe('Team');
    expect(() => timeline.apply(undo)).toThrow(refusal('conflict'));
  });

  test('to yearly keeps the monthly refills; the year counts from that renewal', () => {
    const timeline = new AccountTimeline({ licenses: 10 }, '2026-01-31T08:00:00.000Z');
    timeline.until('2026-02-10T00:00:00.000Z').apply(schedule({ ...team, interval: 'year' }));
    timeline.until('2026-02-28T08:00:00.000Z');
    expect(timeline.account.interval).toBe('year');
    expect(renewsAt(timeline.state, timeline.now)).toBe('2027-02-28T08:00:00.000Z');
    expect(timeline.until('2026-03-31T08:00:00.000Z').state.pools.core.periodStartAt).toBe(timeline.now);
    timeline.apply(schedule(starter)).until('2027-02-28T07:59:59.999Z');
    expect(timeline.account.plan).toBe('Team');
    expect(timeline.until('2027-02-28T08:00:00.000Z').account).toMatchObject({
      plan: 'Starter',
      interval: 'month',
    });
    expect(renewsAt(timeline.state, timeline.now)).toBe('2027-03-31T08:00:00.000Z');
  });

  test.each<[string, Subscription, string]>([
    ['Free: that is auto-renew off', { plan: 'Free', interval: 'month' }, 'validation_failed'],
    ['Regulated: that is agreed', { plan: 'Regulated', interval: 'month' }, 'validation_failed'],
    ['Team with too few licenses', { ...team, licenses: 4 }, 'validation_failed'],
  ])('is refused: %s', (_name, to, code) => {
    const timeline = new AccountTimeline({ licenses: 10 });
    expect(() => timeline.apply(schedule(to))).toThrow(refusal(code));
    expect(timeline.account.pending).toBeUndefined();
  });

  test('is not applied when none is pending', () => {
    const { state } = new AccountTimeline({ plan: 'Starter' });
    expect(applyPlanChange(state, renewal)).toEqual(noChange(state));
  });

  test('is refused on Free, which has no paid renewal', () => {
    expect(() => new AccountTimeline({ plan: 'Free' }).apply(schedule(starter))).toThrow(refusal('conflict'));
  });

  test('from Regulated removes the agreed credits', () => {
    const timeline = new AccountTimeline({
      plan: 'Regulated',
      sastAddon: 'team',
      credits: { core: 9_000, sast: 70 },
    });
    timeline.until(renewal);
    expect([timeline.available(), timeline.available('sast')]).toEqual([9_000, 70]);
    timeline.apply(schedule(team)).until('2026-05-10T12:00:00.000Z');
    expect([timeline.available(), timeline.available('sast')]).toEqual([1_000, 500]);
    expect(timeline.account.agreedCredits).toBeUndefined();
  });
});

describe('the end of a plan', () => {
  test('ends its included SAST credits, even without the add-on', () => {
    const timeline = new AccountTimeline({ plan: 'Starter', credits: { sast: 9 } });
    timeline.apply((state, now) => endPlan(state, now));
    expect(timeline.numbers('sast')).toEqual([0, 0, 0, 0]);
  });
});

describe('retention is set to the maximum of every plan that is applied', () => {
  const choose = (days: number) => (state: AccountTimeline['state']) =>
    setRetention(state, { days, plan: state.account.plan, cause: cause() });

  test('neither an upgrade nor a downgrade keeps a shorter retention', () => {
    const timeline = new AccountTimeline({ plan: 'Starter' })
      .apply(choose(7))
      .apply(schedule(team))
      .until(renewal);
    expect(timeline.account).toMatchObject({ plan: 'Team', retentionDays: 365 });
    expect(timeline.account.retentionChosen).toBeUndefined();
    timeline.apply(choose(14)).apply(schedule(starter)).until('2026-05-10T12:00:00.000Z');
    expect(timeline.account).toMatchObject({ plan: 'Starter', retentionDays: 90 });
    timeline.apply(choose(3)).apply((state, now) => endPlan(state, now));
    expect(timeline.account).toMatchObject({ plan: 'Free', retentionDays: 30 });
  });

  test('the same plan by the year or with other licenses keeps the retention', () => {
    const timeline = new AccountTimeline({ licenses: 10 }).apply(choose(7));
    timeline.apply(schedule({ ...team, interval: 'year', licenses: 7 })).until(renewal);
    expect(timeline.account).toMatchObject({ interval: 'year', licenses: 7, retentionDays: 7 });
  });

  test('more than the maximum of the plan is refused', () => {
    const timeline = new AccountTimeline({ plan: 'Starter' }).apply(choose(90));
    const code = 'retention_over_plan';
    const errors = [{ pointer: '/days', code, detail: expect.any(String) }];
    expect(() => timeline.apply(choose(91))).toThrow(
      expect.objectContaining({ code, members: expect.objectContaining({ maxDays: 90, errors }) }),
    );
  });
});
