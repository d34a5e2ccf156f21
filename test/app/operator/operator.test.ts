import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { adjust } from '#functions/operator/adjust-credits/handler.ts';
import { applyOperatorEvent } from '#functions/operator/apply-billing-event/handler.ts';
import { provision } from '#functions/operator/provision-organization/handler.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { BillingEvent } from '@scangate/domain/accounts/apply-billing-event';
import type { Store } from '#ports/store.ts';
import { Crash, injectFaults } from '#test/support/store/fault-injection.ts';
import { interleave } from '#test/support/store/interleave.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { later, newOrganization, testIds } from '#test/support/world.ts';

let store: MemoryStore;
let organizationId: string;
beforeEach(async () => {
  store = new MemoryStore();
  ({ organizationId } = await newOrganization(store, { licenses: 10 }));
});

const day = 86_400;
const adjusting = (order: object, from: Store = store, seconds = day) =>
  adjust({ organizationId, ...order }, { store: from }, { now: later(seconds) });
const telling = (
  event: BillingEvent | object,
  eventId = testIds.uuid(),
  from: Store = store,
  seconds = day,
) => applyOperatorEvent({ organizationId, eventId, event }, { store: from }, { now: later(seconds) });
const codes = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await work();
  } catch (error) {
    return (error as { code?: string }).code ?? error;
  }
};
const books = () => [
  store.all('account'),
  store.all('pool'),
  store.all('ledgerEntry'),
  store.all('auditEvent'),
];

describe('adjust-credits', () => {
  const order = { pool: 'core', amount: -50, motif: 'refund of invoice 17' };

  test('takes or gives, with its motif in the ledger and the balance before and after in the audit log', async () => {
    const adjustmentId = testIds.uuid();
    expect(await adjusting({ ...order, adjustmentId })).toEqual({ pool: 'core', available: 950 });
    expect(store.all('ledgerEntry').at(-1)).toMatchObject({
      cause: `adjust#${adjustmentId}`,
      amount: -50,
      motif: order.motif,
    });
    expect(store.all('auditEvent')).toMatchObject([
      {
        organizationId,
        action: 'credits.adjusted',
        actor: { kind: 'operator' },
        before: { pool: 'core', available: 1_000 },
        after: { pool: 'core', available: 950, motif: order.motif },
      },
    ]);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('repeated, after weeks and a refill too, answers what it did and does nothing', async () => {
    const again = { ...order, adjustmentId: testIds.uuid() };
    await adjusting(again);
    const before = books();
    expect(await adjusting(again, store, 60 * day)).toEqual({ pool: 'core', available: 950 });
    expect(books()).toEqual(before);
    expect(await codes(() => adjusting({ ...again, amount: -60 }))).toBe('idempotency_key_reused');
    expect(books()).toEqual(before);
  });

  test('is of the period that is now, not of one whose refill is late', async () => {
    const answer = await adjusting({ ...order, adjustmentId: testIds.uuid() }, store, 40 * day);
    expect(answer).toEqual({ pool: 'core', available: 950 });
    expect(store.all('ledgerEntry').map(({ kind }) => kind)).toEqual(['grant', 'expire', 'grant', 'adjust']);
  });

  test.each([
    [{ amount: 0 }, 'validation_failed'],
    [{ amount: 0.5 }, 'validation_failed'],
    [{ amount: 2 ** 40 }, 'validation_failed'],
    [{ pool: 'all' }, 'validation_failed'],
    [{ motif: '' }, 'validation_failed'],
    [{ adjustmentId: 'mine' }, 'validation_failed'],
    [{ organizationId: '99999999-9999-4999-8999-999999999999' }, 'not_found'],
    [{ credits: 3 }, 'unknown_field'],
  ])('%j is refused: %s', async (more, code) => {
    const before = books();
    expect(await codes(() => adjusting({ ...order, adjustmentId: testIds.uuid(), ...more }))).toBe(code);
    expect(books()).toEqual(before);
  });
});

describe('apply-billing-event', () => {
  test('changes the account by its rules, tells the audit log in the same transaction, and answers in brief', async () => {
    const answer = await telling({ type: 'licenses_added', licenses: 12, invoiceId: 'in_1' });
    expect(answer).toMatchObject({
      plan: 'Team',
      licenses: 12,
      renewedBy: 'schedule',
      renewsAt: '2026-04-10T12:00:00.000Z',
    });
    const included = 1_000 + Math.ceil((200 * 30) / 31);
    const period = { periodStartAt: later(0).toISOString(), periodEndAt: '2026-04-10T12:00:00.000Z' };
    expect(answer.pools).toEqual({
      core: { available: included, included, purchased: 0, ...period },
      sast: { available: 0, included: 0, purchased: 0, ...period },
    });
    expect(store.all('auditEvent')).toMatchObject([
      { action: 'licenses.added', actor: { kind: 'operator' }, at: later(day).toISOString() },
    ]);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('says in brief what is in force, and beside it what is pending, unpaid and agreed', async () => {
    const effectiveAt = '2026-04-10T12:00:00.000Z';
    expect(await telling({ type: 'plan_scheduled', plan: 'Starter' })).toMatchObject({
      plan: 'Team',
      period: 'month',
      autoRenew: true,
      sastAddon: null,
      pending: { plan: 'Starter', interval: 'month', effectiveAt },
    });
    expect(await telling({ type: 'payment_failed', invoiceId: 'in_1' })).toMatchObject({
      plan: 'Team',
      unpaidInvoices: [{ invoiceId: 'in_1', failedAt: later(day).toISOString() }],
      retentionDays: 365,
    });
    const agreed = await telling({ type: 'plan_set', plan: 'Regulated', credits: { core: 7 } });
    expect(agreed).toMatchObject({ plan: 'Regulated', credits: { core: 7 } });
    expect([agreed.pending, agreed.licenses]).toEqual([undefined, undefined]);
  });

  test.each<BillingEvent>([
    { type: 'plan_set', plan: 'Starter' },
    { type: 'plan_scheduled', plan: 'Starter' },
    { type: 'licenses_added', licenses: 12 },
    { type: 'licenses_scheduled', licenses: 6 },
    { type: 'auto_renew', enabled: false },
    { type: 'sast_started' },
    { type: 'payment_failed', invoiceId: 'in_1' },
  ])('%j repeated answers the same and happens once', async (event) => {
    const eventId = testIds.uuid();
    const first = await telling(event, eventId);
    const before = books();
    expect(await telling(event, eventId, store, 2 * day)).toEqual(first);
    expect(await telling(event, eventId, store, 100 * day)).toEqual(first);
    expect(books()).toEqual(before);
  });

  test('an event that was overtaken by another stays overtaken', async () => {
    const eventId = testIds.uuid();
    await telling({ type: 'auto_renew', enabled: false }, eventId);
    await telling({ type: 'auto_renew', enabled: true });
    await telling({ type: 'auto_renew', enabled: false }, eventId);
    expect(store.all('account')[0]?.endsAt).toBeUndefined();
  });

  test('the same event at the same time happens once, whoever asks first, and all hear the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(4), { minLength: 1, maxLength: 20 }), async (picks) => {
        const shared = new MemoryStore();
        const made = await newOrganization(shared, { licenses: 10, sastAddon: 'team' });
        const eventId = testIds.uuid();
        const answers: unknown[] = [];
        const tell = async (from: Store) =>
          void answers.push(
            await applyOperatorEvent(
              { organizationId: made.organizationId, eventId, event: { type: 'sast_cancelled' } },
              { store: from },
              { now: later(day) },
            ),
          );
        await interleave(shared, picks, [tell, tell, tell]);
        expect(answers).toEqual(Array(3).fill(answers[0]));
        expect(shared.all('auditEvent')).toHaveLength(1);
      }),
      { numRuns: 60 },
    );
  });

  test('cut before or after any call and repeated, it happens once', async () => {
    const event = { type: 'plan_set', plan: 'Starter' };
    for (let call = 1; call <= 5; call++) {
      for (const when of ['before', 'after'] as const) {
        store = new MemoryStore();
        ({ organizationId } = await newOrganization(store, { licenses: 10 }));
        const eventId = testIds.uuid();
        const { ports } = injectFaults({ store: store as Store }, new Map([[call, when]]));
        await telling(event, eventId, ports.store).catch((error: unknown) => {
          expect(error).toBeInstanceOf(Crash);
          return telling(event, eventId, ports.store, day + 60);
        });
        expect(store.all('account')).toMatchObject([{ plan: 'Starter', version: 2 }]);
        expect(store.all('auditEvent')).toHaveLength(1);
        expect(violationsOf(moneyRecords(store))).toEqual([]);
      }
    }
  });

  test('of a client is refused, naming who pays', async () => {
    const client = await newOrganization(store, { plan: 'Free', parent: organizationId });
    const before = books();
    const order = { organizationId: client.organizationId, eventId: testIds.uuid() };
    const event = { type: 'plan_set', plan: 'Starter' };
    const told = () => applyOperatorEvent({ ...order, event }, { store }, { now: later(day) });
    expect(await codes(told)).toBe('managed_by_parent');
    const adjustment = { adjustmentId: testIds.uuid(), pool: 'core', amount: 5, motif: 'x' };
    const given = () =>
      adjust({ organizationId: client.organizationId, ...adjustment }, { store }, { now: later(day) });
    expect(await codes(given)).toBe('managed_by_parent');
    expect(books()).toEqual(before);
  });

  test.each([
    [{ type: 'plan_changed' }, 'validation_failed'],
    [{ type: 'plan_set', plan: 'Gold' }, 'validation_failed'],
    [{ type: 'plan_set', plan: 'Team' }, 'validation_failed'],
    [{ type: 'plan_set', plan: 'Starter', seats: 3 }, 'unknown_field'],
    [{ type: 'plan_set', plan: 'Regulated', credits: { core: -1 } }, 'validation_failed'],
    [{ type: 'licenses_added', licenses: 0 }, 'validation_failed'],
    [{ type: 'licenses_added', licenses: 9 }, 'conflict'],
    [{ type: 'auto_renew' }, 'validation_failed'],
    [{ type: 'payment_failed' }, 'validation_failed'],
    [{ type: 'sast_cancelled' }, 'conflict'],
  ])('%j is refused: %s', async (event, code) => {
    const before = books();
    expect(await codes(() => telling(event))).toBe(code);
    expect(books()).toEqual(before);
    expect(store.all('idempotency')).toEqual([]);
  });
});

describe('provision-organization', () => {
  const order = { name: 'Acme', plan: 'Starter', ownerEmail: 'owner@example.com' };
  const provisioned = (more: object) =>
    provision(
      { organizationId: testIds.uuid(), ...order, ...more },
      { store } as never,
      taskContextAt(later(day)),
    );

  test('bills by the year when that is said, from now on', async () => {
    const made = await provisioned({ period: 'year' });
    const account = store.all('account').find(({ accountId }) => accountId === made.organizationId);
    expect(account).toMatchObject({ interval: 'year', createdAt: later(day).toISOString() });
  });

  test.each([
    [{ plan: 'Free', period: 'year' }],
    [{ licenses: 10 }],
    [{ plan: 'Free', sastAddon: 'starter' }],
    [{ sastAddon: 'team' }],
    [{ period: 'week' }],
  ])('%j contradicts itself and is refused', async (more) => {
    const before = books();
    expect(await codes(() => provisioned(more))).toBe('validation_failed');
    expect(books()).toEqual(before);
  });
});
