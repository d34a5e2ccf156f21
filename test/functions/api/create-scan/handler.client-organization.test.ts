import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#functions/api/index.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import type { Account, Pool } from '@scangate/domain/records';
import type { Caller } from '@scangate/domain/identity/roles';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { later, newOrganization, newRepository, noon, poolWith, write } from '#test/support/world.ts';

/** A client organization's parent pays, decides and is shown (billing.md, "Parents and limits"). */

const commitHash = 'e'.repeat(40);
let parent: Awaited<ReturnType<typeof newOrganization>>;
let client: Awaited<ReturnType<typeof newOrganization>>;
let repositoryId: string;
beforeEach(async () => {
  resetWorld();
  parent = await newOrganization(world.store, { credits: { core: 10 } });
  client = await newOrganization(world.store, { parent: parent.organizationId });
  ({ repositoryId } = await newRepository(world.store, client.organizationId, [['', 'npm']]));
});

const create = (caller: Caller = client.as('member'), more = {}) =>
  call('create-scan', { caller, body: { repositoryId, commitHash, ...more } });
const changeParent = (set: Partial<Account>) => {
  const id = { accountId: parent.organizationId };
  return write(world.store, [{ change: 'update', record: 'account', id, set }]);
};
const setPool = (credits: Parameters<typeof poolWith>[2]) => {
  const { accountId, pool, ...set }: Pool = poolWith(parent.organizationId, 'core', credits);
  return write(world.store, [{ change: 'update', record: 'pool', id: { accountId, pool }, set }]);
};

describe('its scans', () => {
  test('a child organization debiting itself: it has no account and no pool, the pool of its parent pays', async () => {
    expect((await create()).status).toBe(201);
    expect(new Set(world.store.all('pool').map(({ accountId }) => accountId))).toEqual(
      new Set([parent.organizationId]),
    );
    expect(world.store.all('account')).toHaveLength(1);
    expect(world.store.all('ledgerEntry').filter(({ kind }) => kind === 'consume')).toMatchObject([
      { accountId: parent.organizationId, organizationId: client.organizationId, pool: 'core', amount: -1 },
    ]);
    expect(violationsOf(moneyRecords(world.store))).toEqual([]);
  });

  test('what fails comes back to the parent', async () => {
    const { body } = await create();
    const failure = { errorCode: 'system_error', error: 'x' } as const;
    const ref = { organizationId: client.organizationId, scanId: String(body['scanId']) };
    await endScan(ref, () => ({ status: 'failed', failure }), world, later(60));
    const core = world.store.all('pool').find(({ pool }) => pool === 'core');
    expect([core?.accountId, core?.available]).toEqual([parent.organizationId, 10]);
    expect(violationsOf(moneyRecords(world.store))).toEqual([]);
  });

  test.each([
    [
      'payment_failed',
      () => changeParent({ unpaidInvoices: [{ invoiceId: 'i', failedAt: noon.toISOString() }] }),
    ],
    [
      'seat_license_required',
      () => {
        const item = { accountId: parent.organizationId, month: '2026-03', used: 5 };
        return write(world.store, [{ change: 'insert', record: 'licenseMonth', item }]);
      },
    ],
    ['insufficient_credits', () => setPool({ included: 10, consumed: 10 })],
  ])('are refused for what its parent lacks: %s', async (code, lack) => {
    await lack();
    const before = allRecords(world.store);
    expect((await create()).body['code']).toBe(code);
    expect(allRecords(world.store)).toEqual(before);
  });

  test('SAST is an add-on of its parent: without 402, with it a matter of credits', async () => {
    const sast = { scanTypes: ['sast'] };
    expect((await create(client.as('member'), sast)).body['code']).toBe('sast_addon_required');
    await changeParent({ sastAddon: { size: 'team' } });
    expect((await create(client.as('member'), sast)).body).toMatchObject({
      code: 'insufficient_credits',
      pool: 'sast',
    });
  });

  test('its repositories are counted by the plan of its parent, each organization for itself', async () => {
    await changeParent({ plan: 'Free', licenses: undefined } as never);
    const session = client.as('member', 'session');
    const second = await newRepository(world.store, client.organizationId, [['', 'npm']]);
    const oldest = [repositoryId, second.repositoryId].toSorted();
    const asked = (id: string | undefined) => create(session, { repositoryId: id });
    expect((await asked(oldest[0])).status).toBe(201);
    expect((await asked(oldest[1])).body).toMatchObject({ code: 'entitlement_denied', plan: 'Free' });
  });
});

describe('its billing', () => {
  test.each(['owner', 'admin', 'billing'] as const)(
    'shows the %s the plan and the history tab',
    async (role) => {
      const { status, body } = await call('get-billing-status', { caller: client.as(role) });
      expect([status, body]).toEqual([200, { plan: 'Team', tabs: ['history'] }]);
    },
  );

  test('is no business of a member, but for the alert: plan and pools of the parent', async () => {
    const caller = client.as('member');
    expect((await call('get-billing-status', { caller })).body['code']).toBe('role_required');
    await setPool({ included: 10, consumed: 9 });
    expect((await call('get-credits-alert', { caller })).body).toEqual({
      plan: 'Team',
      pools: { core: { state: 'low' }, sast: { state: 'empty' } },
    });
  });

  test('nobody learns of the credits of another parent by being one', async () => {
    const stranger = await newOrganization(world.store, { plan: 'Starter' });
    const other = await newOrganization(world.store, { plan: 'Starter', parent: stranger.organizationId });
    await setPool({ included: 10, consumed: 10 });
    const { body } = await call('get-credits-alert', { caller: other.as('member') });
    expect(body).toEqual({ plan: 'Starter', pools: { core: { state: 'ok' }, sast: { state: 'empty' } } });
  });
});

describe('the table', () => {
  const billing = (endpoints as readonly EndpointSpec[]).filter(({ path }) => path.startsWith('/billing/'));
  /** What a client has of its own or reads of its parent; all else is the parent's to do. */
  const isOpen = ({ path }: EndpointSpec) =>
    /^\/billing\/(?:status|credits-alert|ledger|invoices)\b/.test(path);

  test.each(billing.map((spec) => ({ spec, name: spec.name })))(
    '$name: managed by the parent, or open to a client by name; on every plan, with a scope of billing',
    ({ spec }) => {
      expect(spec.managedByParent ?? false).toBe(!isOpen(spec));
      expect(spec.capability).toBeUndefined();
      expect(spec.scopes).toEqual([spec.method === 'GET' ? 'billing:read' : 'billing:write']);
    },
  );
});
