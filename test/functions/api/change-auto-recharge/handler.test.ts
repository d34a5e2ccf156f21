import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, resetWorld, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { newOrganization, noon, write } from '#test/support/world.ts';

let organization: Awaited<ReturnType<typeof newOrganization>>;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
afterEach(() => void vi.setSystemTime(noon));

const owner = () => organization.as('owner');
const get = (pool?: string) =>
  call('get-auto-recharge', { caller: owner(), ...(pool !== undefined && { query: { pool } }) });
const change = (body: object, more: CallOptions = {}) =>
  call('change-auto-recharge', { caller: owner(), body, headers: { 'If-Match': '*' }, ...more });
const on = async (order: Parameters<typeof newOrganization>[1]) => {
  organization = await newOrganization(world.store, order);
};
const defaults = { enabled: false, threshold: 20, pack: 'core-100', monthlyCap: 3 };

describe('unchanged settings', () => {
  test('are off, with the default pack of the pool and at most three per period; core is the default pool', async () => {
    expect((await get()).body).toEqual(defaults);
    expect((await get('core')).body).toEqual(defaults);
    expect((await get('sast')).body).toEqual({ ...defaults, threshold: 5, pack: 'sast-25' });
  });

  test('400 invalid_query for an unknown pool', async () => {
    expect((await get('both')).body['code']).toBe('invalid_query');
  });
});

describe('200', () => {
  test('changes the given fields and neither the others nor the other pool', async () => {
    await on({ sastAddon: 'team' });
    const core = await change({ enabled: true, threshold: 50 });
    expect([core.status, core.body]).toEqual([200, { ...defaults, enabled: true, threshold: 50 }]);
    expect((await change({ pack: 'core-500', monthlyCap: 10 })).body).toEqual({
      enabled: true,
      threshold: 50,
      pack: 'core-500',
      monthlyCap: 10,
    });
    const sast = await change({ enabled: true }, { query: { pool: 'sast' } });
    expect(sast.body).toEqual({ enabled: true, threshold: 5, pack: 'sast-25', monthlyCap: 3 });
    expect((await get('core')).body).toMatchObject({ threshold: 50, pack: 'core-500' });
  });

  test('returns the ETag that a read returns and that the next change needs', async () => {
    const read = await get();
    const first = await change({ threshold: 1 }, { headers: { 'If-Match': String(read.headers['ETag']) } });
    expect(first.headers['ETag']).toBe((await get()).headers['ETag']);
    expect(first.headers['ETag']).not.toBe(read.headers['ETag']);
    const second = await change({ threshold: 2 }, { headers: { 'If-Match': String(first.headers['ETag']) } });
    expect(second.status).toBe(200);
  });

  test('writes nothing and keeps the ETag when nothing changes', async () => {
    await change({ threshold: 7 });
    const [before, etag] = [allRecords(world.store), (await get()).headers['ETag']];
    for (const body of [{}, { threshold: 7 }, { enabled: false, monthlyCap: 3 }]) {
      expect((await change(body)).headers['ETag']).toBe(etag);
    }
    expect(allRecords(world.store)).toEqual(before);
  });

  test('is audited with the pool and the values before and after', async () => {
    await change({ enabled: true }, { caller: organization.as('admin') });
    expect(world.store.all('auditEvent')).toMatchObject([
      {
        organizationId: organization.organizationId,
        action: 'auto_recharge.changed',
        actor: { kind: 'person', role: 'admin', personId: organization.as('admin').personId },
        before: { pool: 'core', enabled: false },
        after: { pool: 'core', enabled: true },
      },
    ]);
  });
});

describe('402', () => {
  test.each([
    ['Free', false],
    ['Starter', true],
    ['Team', true],
    ['Regulated', false],
  ] as const)('entitlement_denied, or not: %s may switch it on: %s', async (plan, may) => {
    await on({ plan, ...(plan === 'Regulated' && { credits: { core: 1 } }) });
    const before = allRecords(world.store);
    const { status, body } = await change({ enabled: true });
    expect([status, body['capability']]).toEqual(may ? [200, undefined] : [402, 'pay_as_you_go']);
    if (!may) expect(allRecords(world.store)).toEqual(before);
    expect((await change({ enabled: false, threshold: 3 })).status).toBe(200);
  });

  test('sast_addon_required for purchased SAST credits without the add-on', async () => {
    const sast = { query: { pool: 'sast' } };
    const { status, body } = await change({ enabled: true }, sast);
    expect([status, body['code']]).toEqual([402, 'sast_addon_required']);
    expect((await change({ threshold: 1 }, sast)).status).toBe(200);
  });

  test('after the end of the plan it can only be switched off', async () => {
    await change({ enabled: true });
    const { organizationId: accountId } = organization;
    const endsAt = '2026-04-10T12:00:00.000Z';
    await write(world.store, [{ change: 'update', record: 'account', id: { accountId }, set: { endsAt } }]);
    vi.setSystemTime(new Date(endsAt));
    expect((await change({ threshold: 1 })).body['capability']).toBe('pay_as_you_go');
    expect((await change({ enabled: false })).status).toBe(200);
    expect((await change({ enabled: true })).status).toBe(402);
  });
});

describe('412 and 428', () => {
  test('etag_mismatch when the settings changed since they were read', async () => {
    const headers = { 'If-Match': String((await get()).headers['ETag']) };
    await change({ threshold: 1 }, { headers });
    const late = await change({ threshold: 2 }, { headers });
    expect([late.status, late.body['code']]).toEqual([412, 'etag_mismatch']);
    expect((await get()).body['threshold']).toBe(1);
  });

  test('etag_mismatch for the ETag of the other pool', async () => {
    const headers = { 'If-Match': String((await get('core')).headers['ETag']) };
    const { status } = await change({ threshold: 1 }, { headers, query: { pool: 'sast' } });
    expect(status).toBe(412);
  });

  test('of two changes with one ETag one succeeds', async () => {
    const headers = { 'If-Match': String((await get()).headers['ETag']) };
    const answers = await Promise.all([1, 2, 3].map((threshold) => change({ threshold }, { headers })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    expect(world.store.all('auditEvent')).toHaveLength(1);
  });

  test('precondition_required without If-Match, and nothing changes', async () => {
    const before = allRecords(world.store);
    const { status, body } = await change({ threshold: 1 }, { headers: {} });
    expect([status, body['code']]).toEqual([428, 'precondition_required']);
    expect(allRecords(world.store)).toEqual(before);
  });
});

describe('422', () => {
  test.each([
    ['core', { pack: 'sast-25' }, '/pack'],
    ['sast', { pack: 'core-100' }, '/pack'],
    ['core', { pack: 'core-50' }, '/pack'],
    ['core', { monthlyCap: 0 }, '/monthlyCap'],
    ['core', { monthlyCap: 11 }, '/monthlyCap'],
    ['core', { monthlyCap: 2.5 }, '/monthlyCap'],
    ['core', { threshold: -1 }, '/threshold'],
    ['core', { threshold: 0.5 }, '/threshold'],
    ['core', { threshold: 100_001 }, '/threshold'],
    ['core', { enabled: 'yes' }, '/enabled'],
  ])('%s, %j', async (pool, body, pointer) => {
    const before = allRecords(world.store);
    const answer = await change(body, { query: { pool } });
    expect([answer.status, answer.body['code'], answer.body.errors?.[0]?.pointer]).toEqual([
      422,
      'validation_failed',
      pointer,
    ]);
    expect(allRecords(world.store)).toEqual(before);
  });

  test('a version cannot be chosen', async () => {
    expect((await change({ version: 7 })).body['code']).toBe('unknown_field');
  });
});
