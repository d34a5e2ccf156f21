import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { OperatorChange } from '@scangate/domain/accounts/apply-operator-change';
import type { Store } from '#ports/store.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { adjust, applyEvent, codeOf } from '#test/support/billing/operator-actions.ts';
import { Crash, injectFaults } from '#test/support/store/fault-injection.ts';
import { interleave } from '#test/support/store/interleave.ts';
import { later, newOrganization, testIds } from '#test/support/world.ts';

let store: MemoryStore;
let organizationId: string;
beforeEach(async () => {
  store = new MemoryStore();
  ({ organizationId } = await newOrganization(store, { licenses: 10 }));
});

const day = 86_400;
const apply = (
  event: OperatorChange | object,
  eventId = testIds.uuid(),
  { from = store, seconds = day }: { from?: Store; seconds?: number } = {},
) => applyEvent({ organizationId, eventId, event }, from, later(seconds));
const records = () => [
  store.all('account'),
  store.all('pool'),
  store.all('ledgerEntry'),
  store.all('auditEvent'),
];

describe('a change by an operator', () => {
  test('changes the account, writes the audit event in the same transaction, and returns a summary', async () => {
    const answer = await apply({ type: 'licenses_added', licenses: 12, invoiceId: 'in_1' });
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

  test('returns a summary of what is in force, pending, unpaid and agreed', async () => {
    const effectiveAt = '2026-04-10T12:00:00.000Z';
    expect(await apply({ type: 'plan_scheduled', plan: 'Starter' })).toMatchObject({
      plan: 'Team',
      period: 'month',
      autoRenew: true,
      sastAddon: null,
      pending: { plan: 'Starter', interval: 'month', effectiveAt },
    });
    expect(await apply({ type: 'payment_failed', invoiceId: 'in_1' })).toMatchObject({
      plan: 'Team',
      unpaidInvoices: [{ invoiceId: 'in_1', failedAt: later(day).toISOString() }],
      retentionDays: 365,
    });
    const agreed = await apply({ type: 'plan_set', plan: 'Regulated', credits: { core: 7 } });
    expect(agreed).toMatchObject({ plan: 'Regulated', credits: { core: 7 } });
    expect([agreed.pending, agreed.licenses]).toEqual([undefined, undefined]);
  });

  test.each<OperatorChange>([
    { type: 'plan_set', plan: 'Starter' },
    { type: 'plan_scheduled', plan: 'Starter' },
    { type: 'licenses_added', licenses: 12 },
    { type: 'licenses_scheduled', licenses: 6 },
    { type: 'auto_renew', enabled: false },
    { type: 'sast_started' },
    { type: 'payment_failed', invoiceId: 'in_1' },
  ])('%j repeated returns the same answer and happens once', async (event) => {
    const eventId = testIds.uuid();
    const first = await apply(event, eventId);
    const before = records();
    expect(await apply(event, eventId, { seconds: 2 * day })).toEqual(first);
    expect(await apply(event, eventId, { seconds: 100 * day })).toEqual(first);
    expect(records()).toEqual(before);
  });

  test('an event that a later one has replaced stays replaced', async () => {
    const eventId = testIds.uuid();
    await apply({ type: 'auto_renew', enabled: false }, eventId);
    await apply({ type: 'auto_renew', enabled: true });
    await apply({ type: 'auto_renew', enabled: false }, eventId);
    expect(store.all('account')[0]?.endsAt).toBeUndefined();
  });

  test('the same event sent concurrently happens once, and all get the same answer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(4), { minLength: 1, maxLength: 20 }), async (picks) => {
        const shared = new MemoryStore();
        const made = await newOrganization(shared, { licenses: 10, sastAddon: 'team' });
        const eventId = testIds.uuid();
        const answers: unknown[] = [];
        const applyIt = async (from: Store) =>
          void answers.push(
            await applyEvent(
              { organizationId: made.organizationId, eventId, event: { type: 'sast_cancelled' } },
              from,
              later(day),
            ),
          );
        await interleave(shared, picks, [applyIt, applyIt, applyIt]);
        expect(answers).toEqual(Array(3).fill(answers[0]));
        expect(shared.all('auditEvent')).toHaveLength(1);
      }),
      { numRuns: 60 },
    );
  });

  test('interrupted before or after any call and repeated, it happens once', async () => {
    const event = { type: 'plan_set', plan: 'Starter' };
    for (let call = 1; call <= 5; call++) {
      for (const when of ['before', 'after'] as const) {
        store = new MemoryStore();
        ({ organizationId } = await newOrganization(store, { licenses: 10 }));
        const eventId = testIds.uuid();
        const { ports } = injectFaults({ store: store as Store }, new Map([[call, when]]));
        await apply(event, eventId, { from: ports.store }).catch((error: unknown) => {
          expect(error).toBeInstanceOf(Crash);
          return apply(event, eventId, { from: ports.store, seconds: day + 60 });
        });
        expect(store.all('account')).toMatchObject([{ plan: 'Starter', version: 2 }]);
        expect(store.all('auditEvent')).toHaveLength(1);
        expect(violationsOf(moneyRecords(store))).toEqual([]);
      }
    }
  });

  test('of a client organization is refused, because the account of its parent pays', async () => {
    const client = await newOrganization(store, { plan: 'Free', parent: organizationId });
    const before = records();
    const order = { organizationId: client.organizationId, eventId: testIds.uuid() };
    const event = { type: 'plan_set', plan: 'Starter' };
    const applied = () => applyEvent({ ...order, event }, store, later(day));
    expect(await codeOf(applied)).toBe('managed_by_parent');
    const adjustment = { adjustmentId: testIds.uuid(), pool: 'core', amount: 5, motif: 'x' };
    const adjusted = () =>
      adjust({ organizationId: client.organizationId, ...adjustment }, store, later(day));
    expect(await codeOf(adjusted)).toBe('managed_by_parent');
    expect(records()).toEqual(before);
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
    const before = records();
    expect(await codeOf(() => apply(event))).toBe(code);
    expect(records()).toEqual(before);
    expect(store.all('idempotency')).toEqual([]);
  });
});
