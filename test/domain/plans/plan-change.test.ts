import { describe, expect, test } from 'vitest';
import { schedulePlanChange, startPlan, undoPlanChange } from '@scangate/domain/plans/plan-change';
import { endPlan } from '@scangate/domain/plans/end-plan';
import { renewsAt } from '@scangate/domain/plans/subscription-period';
import { setRetention } from '@scangate/domain/accounts/payload-retention';
import { noChange, withAccount } from '@scangate/domain/accounts/billing-state';
import type { Subscription } from '@scangate/domain/records';
import { AccountTimeline, cause, refusal } from '#test/models/account-timeline.ts';

const renewal = '2026-04-10T12:00:00.000Z';
const team: Subscription = { plan: 'Team', interval: 'month', licenses: 10 };
const starter: Subscription = { plan: 'Starter', interval: 'month' };
const byAgreement = { renewedBy: 'schedule' } as const;

const schedule = (to: Subscription) => (state: AccountTimeline['state'], now: string) =>
  schedulePlanChange(state, { to, cause: cause() }, now);
const undo = (state: AccountTimeline['state'], now: string) => undoPlanChange(state, cause(), now);

describe('Free to paid', () => {
  const paid = '2026-03-20T09:30:00.000Z';

  test('is in force at once, counted from there, with its credits, retention, and what was bought', () => {
    const life = new AccountTimeline({ plan: 'Free' }).buy(25).spend(40).until(paid);
    life.apply((state, now) => startPlan(state, { to: team, terms: byAgreement, at: now }, now));
    expect(life.account).toMatchObject({ ...team, retentionDays: 365 });
    expect(life.numbers('core')).toEqual([1_025, 1_000, 25, 0]);
    expect(life.state.pools.core).toMatchObject({
      anchorAt: paid,
      periodStartAt: paid,
      periodEndAt: '2026-04-20T09:30:00.000Z',
    });
    expect(life.notes).toMatchObject([{ action: 'plan.started', before: { plan: 'Free' }, after: team }]);
  });

  test('is told twice, and started once', () => {
    const terms = { renewedBy: 'invoice', paidUntilAt: '2026-04-20T09:30:00.000Z' } as const;
    const life = new AccountTimeline({ plan: 'Free' }).until(paid);
    life.apply((state, now) => startPlan(state, { to: team, terms, at: paid }, now)).spend(300);
    const before = structuredClone(life.state);
    life.apply((state, now) => startPlan(state, { to: team, terms, at: paid }, now));
    expect(life.state).toEqual(before);
  });

  test('by agreement is paid until no instant, and its add-on neither; by invoice both are', () => {
    const addon = { size: 'team', paidUntilAt: '2026-05-01T00:00:00.000Z' } as const;
    const begun = (terms: Parameters<typeof startPlan>[1]['terms']) =>
      new AccountTimeline({ sastAddon: 'team' })
        .apply((state) => noChange(withAccount(state, { sastAddon: addon })))
        .apply((state, now) => startPlan(state, { to: team, terms, at: now }, now)).account;
    const invoice = { renewedBy: 'invoice', paidUntilAt: renewal } as const;
    expect(begun(invoice)).toMatchObject({ paidUntilAt: renewal, sastAddon: addon });
    expect(begun(byAgreement).sastAddon).toEqual({ size: 'team' });
  });

  test('heard of after a refill of Free that came later counts from where it was paid all the same', () => {
    const life = new AccountTimeline({ plan: 'Free' }).until('2026-04-10T12:00:05.000Z');
    life.apply((state, now) =>
      startPlan(state, { to: team, terms: byAgreement, at: '2026-04-10T11:59:00.000Z' }, now),
    );
    expect(life.state.pools.core).toMatchObject({
      anchorAt: '2026-04-10T11:59:00.000Z',
      periodEndAt: '2026-05-10T11:59:00.000Z',
    });
    expect(life.available()).toBe(1_000);
  });

  test.each<[string, Subscription, object]>([
    ['/licenses', { plan: 'Team', interval: 'month' }, {}],
    ['/licenses', { ...team, licenses: 4 }, {}],
    ['/licenses', { ...starter, licenses: 10 }, {}],
    ['/plan', { plan: 'Free', interval: 'month' }, {}],
    ['/period', { plan: 'Free', interval: 'year' }, {}],
    ['/credits', { plan: 'Regulated', interval: 'year' }, {}],
    ['/credits', team, { agreedCredits: { core: 5 } }],
  ])('is refused for its %s: %j, %j', (pointer, to, more) => {
    const life = new AccountTimeline({ plan: 'Free' });
    const code = 'validation_failed';
    const errors = [{ pointer, code, detail: expect.any(String) }];
    expect(() =>
      life.apply((state, now) => startPlan(state, { to, terms: { ...byAgreement, ...more }, at: now }, now)),
    ).toThrow(expect.objectContaining({ code, members: expect.objectContaining({ errors }) }));
  });

  test('Regulated has the credits that were agreed, each period', () => {
    const to: Subscription = { plan: 'Regulated', interval: 'year' };
    const terms = { ...byAgreement, agreedCredits: { core: 5_000 } };
    const life = new AccountTimeline({ plan: 'Free' });
    life.apply((state, now) => startPlan(state, { to, terms, at: now }, now)).spend(4_000);
    expect(life.until('2026-04-10T12:00:00.000Z').numbers('core')).toEqual([5_000, 5_000, 0, 0]);
    expect(life.account.retentionDays).toBe(365);
  });
});

describe('another plan, period or fewer licences', () => {
  test('are pending until the renewal, and in force from it on', () => {
    const life = new AccountTimeline({ licenses: 10 }).spend(400).buy(50).until('2026-03-15T00:00:00.000Z');
    life.apply(schedule(starter));
    expect(life.account).toMatchObject({ plan: 'Team', pending: { ...starter, effectiveAt: renewal } });
    expect(life.until('2026-04-10T11:59:59.999Z').account.plan).toBe('Team');
    expect(life.available()).toBe(650);
    life.until(renewal);
    expect(life.account).toMatchObject({ plan: 'Starter', retentionDays: 90 });
    expect([life.account.pending, life.account.licenses]).toEqual([undefined, undefined]);
    expect(life.numbers('core')).toEqual([850, 800, 50, 0]);
  });

  test('replace each other, and choosing what is in force undoes', () => {
    const life = new AccountTimeline({ licenses: 10 });
    life.apply(schedule(starter)).apply(schedule({ ...team, licenses: 6 }));
    expect(life.account.pending).toMatchObject({ plan: 'Team', licenses: 6 });
    life.until('2026-03-11T00:00:00.000Z').apply(schedule(team));
    expect(life.account.pending).toBeUndefined();
    expect(life.notes.map(({ action }) => action)).toEqual([
      'plan.change_scheduled',
      'plan.change_scheduled',
      'plan.change_undone',
    ]);
    expect(life.notes.at(-1)).toMatchObject({
      before: { pending: { licenses: 6 } },
      after: { pending: null },
    });
  });

  test('chosen again change nothing, and are told once', () => {
    const life = new AccountTimeline({ plan: 'Team', licenses: 10 }).apply(schedule(starter));
    const again = schedulePlanChange(life.state, { to: starter, cause: cause() }, life.now);
    expect(again).toMatchObject({ state: life.state, auditNotes: [] });
  });

  test('can be undone while they are pending, once', () => {
    const life = new AccountTimeline({ licenses: 10 }).apply(schedule(starter)).apply(undo);
    expect(life.notes.at(-1)).toMatchObject({ before: { pending: starter }, after: { pending: null } });
    expect(life.until(renewal).account.plan).toBe('Team');
    expect(() => life.apply(undo)).toThrow(refusal('conflict'));
  });

  test('to yearly keep the months of the refills; the year counts from that renewal', () => {
    const life = new AccountTimeline({ licenses: 10 }, '2026-01-31T08:00:00.000Z');
    life.until('2026-02-10T00:00:00.000Z').apply(schedule({ ...team, interval: 'year' }));
    life.until('2026-02-28T08:00:00.000Z');
    expect(life.account.interval).toBe('year');
    expect(renewsAt(life.state, life.now)).toBe('2027-02-28T08:00:00.000Z');
    expect(life.until('2026-03-31T08:00:00.000Z').state.pools.core.periodStartAt).toBe(life.now);
    life.apply(schedule(starter)).until('2027-02-28T07:59:59.999Z');
    expect(life.account.plan).toBe('Team');
    expect(life.until('2027-02-28T08:00:00.000Z').account).toMatchObject({
      plan: 'Starter',
      interval: 'month',
    });
    expect(renewsAt(life.state, life.now)).toBe('2027-03-31T08:00:00.000Z');
  });

  test.each<[string, Subscription, string]>([
    ['Free: that is auto-renew off', { plan: 'Free', interval: 'month' }, 'validation_failed'],
    ['Regulated: that is agreed', { plan: 'Regulated', interval: 'month' }, 'validation_failed'],
    ['Team with too few licences', { ...team, licenses: 4 }, 'validation_failed'],
  ])('are refused: %s', (_name, to, code) => {
    const life = new AccountTimeline({ licenses: 10 });
    expect(() => life.apply(schedule(to))).toThrow(refusal(code));
    expect(life.account.pending).toBeUndefined();
  });

  test('are refused on Free, which has no renewal to be paid', () => {
    expect(() => new AccountTimeline({ plan: 'Free' }).apply(schedule(starter))).toThrow(refusal('conflict'));
  });

  test('from Regulated take the agreed credits with them', () => {
    const life = new AccountTimeline({
      plan: 'Regulated',
      sastAddon: 'team',
      credits: { core: 9_000, sast: 70 },
    });
    life.until(renewal);
    expect([life.available(), life.available('sast')]).toEqual([9_000, 70]);
    life.apply(schedule(team)).until('2026-05-10T12:00:00.000Z');
    expect([life.available(), life.available('sast')]).toEqual([1_000, 500]);
    expect(life.account.agreedCredits).toBeUndefined();
  });
});

describe('the end of a plan', () => {
  test('ends the SAST credits that came with it, also without the add-on', () => {
    const life = new AccountTimeline({ plan: 'Starter', credits: { sast: 9 } });
    life.apply((state, now) => endPlan(state, now));
    expect(life.numbers('sast')).toEqual([0, 0, 0, 0]);
  });
});

describe('retention goes to the maximum of every plan that is applied', () => {
  const choose = (days: number) => (state: AccountTimeline['state']) =>
    setRetention(state, { days, plan: state.account.plan, cause: cause() });

  test('a short one is not kept by an upgrade, nor by a downgrade', () => {
    const life = new AccountTimeline({ plan: 'Starter' })
      .apply(choose(7))
      .apply(schedule(team))
      .until(renewal);
    expect(life.account).toMatchObject({ plan: 'Team', retentionDays: 365 });
    expect(life.account.retentionChosen).toBeUndefined();
    life.apply(choose(14)).apply(schedule(starter)).until('2026-05-10T12:00:00.000Z');
    expect(life.account).toMatchObject({ plan: 'Starter', retentionDays: 90 });
    life.apply(choose(3)).apply((state, now) => endPlan(state, now));
    expect(life.account).toMatchObject({ plan: 'Free', retentionDays: 30 });
  });

  test('the same plan by the year, or with other licences, is no other plan', () => {
    const life = new AccountTimeline({ licenses: 10 }).apply(choose(7));
    life.apply(schedule({ ...team, interval: 'year', licenses: 7 })).until(renewal);
    expect(life.account).toMatchObject({ interval: 'year', licenses: 7, retentionDays: 7 });
  });

  test('nobody chooses more than the plan has', () => {
    const life = new AccountTimeline({ plan: 'Starter' }).apply(choose(90));
    const code = 'retention_over_plan';
    const errors = [{ pointer: '/days', code, detail: expect.any(String) }];
    expect(() => life.apply(choose(91))).toThrow(
      expect.objectContaining({ code, members: expect.objectContaining({ maxDays: 90, errors }) }),
    );
  });
});
