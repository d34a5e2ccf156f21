import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#functions/api/index.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import type { Account, Pool } from '@scangate/domain/records';
import type { Caller } from '@scangate/domain/identity/caller';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { later, newOrganization, newRepository, noon, poolWith, write } from '#test/support/world.ts';

/** The parent of a client organization pays for it (docs/adr/0012-parent-organizations.md). */

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

describe('scans of a client organization', () => {
  test('debit the pool of the parent: the client has no account and no pool', async () => {
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

  test('refund a failed scan to the parent', async () => {
    const { body } = await create();
    const failure = { errorCode: 'system_error', error: 'x' } as const;
    const ref = { organizationId: client.organizationId, scanId: String(body['scanId']) };
    await endScan({ ...ref, outcomeOf: () => ({ status: 'failed', failure }) }, world, later(60));
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
  ])('are refused because the parent lacks something: %s', async (code, lack) => {
    await lack();
    const before = allRecords(world.store);
    expect((await create()).body['code']).toBe(code);
    expect(allRecords(world.store)).toEqual(before);
  });

  test('need the SAST add-on and the SAST credits of the parent', async () => {
    const sast = { scanTypes: ['sast'] };
    expect((await create(client.as('member'), sast)).body['code']).toBe('sast_addon_required');
    await changeParent({ sastAddon: { size: 'team' } });
    expect((await create(client.as('member'), sast)).body).toMatchObject({
      code: 'insufficient_credits',
      pool: 'sast',
    });
  });

  test('count repositories for each organization, by the plan of the parent', async () => {
    await changeParent({ plan: 'Free', licenses: undefined } as never);
    const session = client.as('member', 'session');
    const second = await newRepository(world.store, client.organizationId, [['', 'npm']]);
    const oldest = [repositoryId, second.repositoryId].toSorted();
    const asked = (id: string | undefined) => create(session, { repositoryId: id });
    expect((await asked(oldest[0])).status).toBe(201);
    expect((await asked(oldest[1])).body).toMatchObject({ code: 'entitlement_denied', plan: 'Free' });
  });
});

describe('billing of a client organization', () => {
  test.each(['owner', 'admin', 'billing'] as const)(
    'shows the %s the plan and the history tab',
    async (role) => {
      const { status, body } = await call('get-billing-status', { caller: client.as(role) });
      expect([status, body]).toEqual([200, { plan: 'Team', tabs: ['history'] }]);
    },
  );

  test('shows a member only the alert: plan and pools of the parent', async () => {
    const caller = client.as('member');
    expect((await call('get-billing-status', { caller })).body['code']).toBe('role_required');
    await setPool({ included: 10, consumed: 9 });
    expect((await call('get-credits-alert', { caller })).body).toEqual({
      plan: 'Team',
      pools: { core: { state: 'low' }, sast: { state: 'empty' } },
      hold: null,
    });
  });

  test('shows nothing of another parent', async () => {
    const stranger = await newOrganization(world.store, { plan: 'Starter' });
    const other = await newOrganization(world.store, { plan: 'Starter', parent: stranger.organizationId });
    await setPool({ included: 10, consumed: 10 });
    const { body } = await call('get-credits-alert', { caller: other.as('member') });
    expect(body).toEqual({
      plan: 'Starter',
      pools: { core: { state: 'ok' }, sast: { state: 'empty' } },
      hold: null,
    });
  });
});

describe('the endpoint table', () => {
  const billing = (endpoints as readonly EndpointSpec[]).filter(({ path }) => path.startsWith('/billing/'));
  /** The endpoints that a client may call. All others are for its parent. */
  const isOpen = ({ path }: EndpointSpec) =>
    /^\/billing\/(?:status|credits-alert|ledger|invoices)\b/.test(path);

  test.each(billing.map((spec) => ({ spec, name: spec.name })))(
    '$name is managed by the parent or open to a client, on every plan, with a billing scope',
    ({ spec }) => {
      expect(spec.managedByParent ?? false).toBe(!isOpen(spec));
      expect(spec.capability).toBeUndefined();
      expect(spec.scopes).toEqual([spec.method === 'GET' ? 'billing:read' : 'billing:write']);
    },
  );
});
