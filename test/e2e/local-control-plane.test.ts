import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMonths } from '@scangate/domain/calendar';
import { arnsOf } from '@scangate/emulator-aws/template/cloud-plan';
import { startTestCloud, type TestCloud } from '../support/local/cloud.ts';

/** The control plane over the embedded cloud creates organizations, adjusts balances and applies changes by an operator. */

let cloud: TestCloud;
beforeAll(async () => void (cloud = await startTestCloud()), 120_000);
afterAll(() => cloud.stop());

interface Brief {
  plan: string;
  period: string;
  licenses?: number;
  retentionDays: number;
  renewsAt: string;
  pending?: object;
  pools: Record<'core' | 'sast', { available: number; included: number; periodStartAt: string }>;
}

const organizations = (order: object) =>
  cloud.ask('POST', '/_local/organizations', { body: { name: 'Acme', ...order } });
const tell = (organizationId: string, event: object, eventId?: string) =>
  cloud.ask<Brief>('POST', `/_local/organizations/${organizationId}/billing`, {
    body: { ...(eventId && { eventId }), event },
  });
/** Applies an event that changes nothing, to read the summary. */
const look = async (organizationId: string): Promise<Brief> =>
  (await tell(organizationId, { type: 'payment_resolved', invoiceId: 'none' })).body;
const adjust = (organizationId: string, body: object) =>
  cloud.ask('POST', `/_local/organizations/${organizationId}/adjust`, { body });

describe('an organization', () => {
  test.each([
    [{ plan: 'Free' }, 100, 0],
    [{ plan: 'Starter', period: 'year', sastAddon: 'starter' }, 800, 50],
    [{ plan: 'Team', licenses: 12, sastAddon: 'team' }, 1_200, 600],
    [{ plan: 'Team', credits: { core: 0, sast: 7 } }, 0, 7],
    [{ plan: 'Regulated', licenses: 40, credits: { core: 9_000, sast: 3 } }, 9_000, 3],
    [{ plan: 'Regulated' }, 10_000, 0],
  ])('%j has %i core and %i SAST credits', async (order, core, sast) => {
    const { organizationId } = await cloud.newOrganization(order);
    const { pools, plan } = await look(organizationId);
    expect([plan, pools.core.available, pools.sast.available]).toEqual([order.plan, core, sast]);
  });

  test('created in the past has its first period then, and is renewed once it is used', async () => {
    const { organizationId } = await cloud.newOrganization({
      plan: 'Starter',
      credits: { core: 5 },
      createdAt: '2024-01-31T08:00:00Z',
    });
    const { pools, renewsAt } = await look(organizationId);
    expect(pools.core.available).toBe(800);
    expect(pools.core.periodStartAt).toMatch(/T08:00:00\.000Z$/);
    expect(new Date(renewsAt).getTime()).toBeGreaterThan(Date.now());
    const { body } = await cloud.ask<{ ok: boolean }>('GET', '/_local/ledger-audit');
    expect(body).toMatchObject({ ok: true, violations: [] });
  });

  test.each([
    [{ plan: 'Starter', licenses: 3 }],
    [{ plan: 'Team', licenses: 4 }],
    [{ plan: 'Team', sastAddon: 'starter' }],
    [{ plan: 'Free', createdAt: '2999-01-01T00:00:00Z' }],
  ])('%j is refused', async (order) => {
    expect(await organizations(order)).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  });
});

test('an adjustment returns the balance, which for a client organization is its parent’s', async () => {
  const { organizationId } = await cloud.newOrganization({ plan: 'Starter' });
  const client = await cloud.newOrganization({ plan: 'Free', parent: organizationId });
  const given = { pool: 'core', amount: 20, motif: 'goodwill' };
  expect(await adjust(organizationId, given)).toMatchObject({
    status: 200,
    body: { pool: 'core', available: 820 },
  });
  expect((await adjust(client.organizationId, { ...given, amount: -5 })).body).toEqual({
    pool: 'core',
    available: 815,
  });
  expect((await adjust(randomUUID(), given)).status).toBe(404);
  expect((await adjust(organizationId, { ...given, amount: 0 })).status).toBe(422);
});

describe('billing', () => {
  test('accepts operator events and returns a summary of the account', async () => {
    const { organizationId } = await cloud.newOrganization({ plan: 'Team', licenses: 10 });
    const eventId = randomUUID();
    const first = await tell(organizationId, { type: 'plan_set', plan: 'Starter' }, eventId);
    expect(first).toMatchObject({ status: 200, body: { plan: 'Starter', retentionDays: 90 } });
    expect((await tell(organizationId, { type: 'plan_set', plan: 'Starter' }, eventId)).body).toEqual(
      first.body,
    );
    expect(await tell(organizationId, { type: 'plan_set', plan: 'Free' }, eventId)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
  });

  test('refuses events that the state or the schema does not permit', async () => {
    const { organizationId } = await cloud.newOrganization({ plan: 'Free' });
    const client = await cloud.newOrganization({ plan: 'Free', parent: organizationId });
    expect(await tell(organizationId, { type: 'sast_started' })).toMatchObject({ status: 409 });
    expect(await tell(organizationId, { type: 'party' })).toMatchObject({ status: 422 });
    expect(await tell(client.organizationId, { type: 'plan_undone' })).toMatchObject({
      status: 403,
      body: { code: 'managed_by_parent' },
    });
    expect(await tell(randomUUID(), { type: 'plan_undone' })).toMatchObject({ status: 404 });
  });

  test('scheduled changes take effect in time, and the ledger adds up', async () => {
    // Four years and two minutes ago, so that the next renewal is near and few schedules run until then.
    const createdAt = addMonths(new Date(Date.now() + 120_000).toISOString(), -48);
    const { organizationId } = await cloud.newOrganization({ plan: 'Team', licenses: 10, createdAt });
    const scheduled = await tell(organizationId, { type: 'licenses_scheduled', licenses: 6 });
    expect(scheduled.body).toMatchObject({ licenses: 10, pending: { licenses: 6 } });
    await cloud.ask('POST', '/_local/clock', { body: { now: scheduled.body.renewsAt } });
    const renewed = await look(organizationId);
    expect(renewed).toMatchObject({ licenses: 6, pools: { core: { available: 600 } } });
    expect(renewed.pending).toBeUndefined();
    const { body } = await cloud.ask('GET', '/_local/ledger-audit');
    expect(body).toMatchObject({ ok: true, violations: [] });
  }, 120_000);
});

test('within an hour each scheduled job runs, and none reports a failure', { timeout: 120_000 }, async () => {
  await cloud.newOrganization({ plan: 'Starter' });
  await cloud.ask('POST', '/_local/clock', { body: { advanceSeconds: 3_660 } });
  const { functions, rules } = cloud.cloud.plan;
  const targets = new Set(rules.filter((rule) => rule.schedule).flatMap((rule) => rule.targets));
  const jobs = functions
    .filter((fn) => [...targets].some(({ functionArn }) => arnsOf(fn).includes(functionArn)))
    .map(({ bundle }) => bundle)
    .filter((name) => !['sync-advisories', 'sync-os-advisories'].includes(name));
  expect(jobs.length).toBeGreaterThan(7);
  const { body: calls } = await cloud.ask<{ service: string; operation: string }[]>('GET', '/_local/calls');
  const invoked = calls.filter(({ service }) => service === 'lambda').map(({ operation }) => operation);
  expect(invoked).toEqual(expect.arrayContaining(jobs));
  const logged = jobs.map((job) => readFileSync(join(cloud.cloud.data, 'logs', `${job}.log`), 'utf8'));
  expect(logged.filter((lines) => /"level":"(?:warn|error)"|Error/.test(lines))).toEqual([]);
});
