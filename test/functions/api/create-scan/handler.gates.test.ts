import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Account } from '@scangate/domain/records';
import { dedupConditions, dedupDigest } from '@scangate/domain/scans/dedup';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { scanTypes as allTypes } from '@scangate/engines/model/scan-type';
import { scopes } from '@scangate/domain/identity/roles';
import type { Caller } from '@scangate/domain/identity/caller';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { newOrganization, newRepository, noon, poolWith, testIds, write } from '#test/support/world.ts';
import { policyFields } from '@scangate/domain/policy/stored-policy';

/** The gates of POST /v1/scans answer in one fixed order, and a refusal writes nothing (docs/adr/0003-order-of-gates.md). */

const commitHash = 'd'.repeat(40);
let organization: Awaited<ReturnType<typeof newOrganization>>;
let repositories: Awaited<ReturnType<typeof newRepository>>[];

/** Free has the most gates; a console session passes the first of them. */
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store, { plan: 'Free' });
  repositories = [];
  for (let count = 0; count < 2; count++)
    repositories.push(await newRepository(world.store, organization.organizationId, [['', 'npm']]));
});

const accountId = () => organization.organizationId;
const changeAccount = (set: Partial<Account>) =>
  write(world.store, [{ change: 'update', record: 'account', id: { accountId: accountId() }, set }]);
const setPool = (name: 'core' | 'sast', credits: Parameters<typeof poolWith>[2]) => {
  const { accountId: _id, pool, ...set } = poolWith(accountId(), name, credits);
  return write(world.store, [
    { change: 'update', record: 'pool', id: { accountId: accountId(), pool }, set },
  ]);
};
const covered = () => repositories.toSorted((a, b) => (a.repositoryId < b.repositoryId ? -1 : 1));

interface Attempt {
  caller: Caller;
  body: Record<string, unknown>;
  headers: Record<string, string>;
}
type Refusal = (attempt: Attempt) => Promise<unknown> | unknown;

/** Makes each gate refuse, in the order of the gates. */
const refusals: readonly [answer: string, Refusal][] = [
  ['insufficient_scope', ({ caller }) => Object.assign(caller, { scopes: scopes.slice(0, 1) })],
  ['entitlement_denied', ({ caller }) => Object.assign(caller, { tokenKind: 'personal' })],
  ['unknown_field', ({ body }) => Object.assign(body, { commitSha: commitHash })],
  ['project_unit_not_found', ({ body }) => Object.assign(body, { projectUnitId: testIds.uuid() })],
  [
    'idempotency_key_reused',
    ({ caller, headers }) => {
      headers['Idempotency-Key'] = 'key';
      const { organizationId } = caller;
      const item = { organizationId, operation: 'create-scan', key: 'key', bodyHash: 'of another body' };
      const answer = { status: 201, body: {} };
      const expiresAt = '2026-03-11T00:00:00.000Z';
      return write(world.store, [
        { change: 'insert', record: 'idempotency', item: { ...item, answer, expiresAt: expiresAt } },
      ]);
    },
  ],
  ['entitlement_denied', ({ body }) => Object.assign(body, { repositoryId: covered()[1]?.repositoryId })],
  [
    'payment_failed',
    () => changeAccount({ unpaidInvoices: [{ invoiceId: 'in_1', failedAt: noon.toISOString() }] }),
  ],
  ['sast_addon_required', ({ body }) => Object.assign(body, { scanTypes: ['sast'] })],
  [
    'an equal scan',
    async ({ caller, body }) => {
      const asked = { repositoryId: String(body['repositoryId']), commitHash };
      const types = body['scanTypes'] as 'sast'[] | undefined;
      const scanTypes = types ?? allTypes.filter((type) => type !== 'sast');
      const other = { ...organization.as('owner', 'session'), personId: testIds.uuid() };
      if (!types && covered()[0]?.repositoryId === asked.repositoryId) {
        await call('create-scan', { caller: other, body: asked });
        return;
      }
      const digest = dedupDigest({ commitHash, types: types ?? 'all' });
      const conditions = dedupConditions({
        scanTypes: [...scanTypes],
        ...policyFields(defaultPolicy),
        defaultBranch: 'main',
      });
      const { organizationId } = caller;
      const row = { organizationId, repositoryId: asked.repositoryId, digest, ...conditions };
      const item = { ...row, scanId: testIds.scanId(noon), expiresAt: '9999-12-31T23:59:59.999Z' };
      await write(world.store, [{ change: 'insert', record: 'dedup', item }]);
    },
  ],
  [
    'seat_license_required',
    () => {
      const id = { accountId: accountId(), month: '2026-03' };
      return write(world.store, [
        {
          change: 'insert',
          record: 'licenseMonth',
          item: { ...id, used: 3 },
          replaceIf: [{ field: 'used', is: 'atLeast', value: 0 }],
        },
      ]);
    },
  ],
  ['insufficient_credits', () => setPool('core', { included: 100, consumed: 100 })],
];

/** Makes a request that meets these refusals, each of which would refuse it alone. */
const attemptWith = async (some: readonly (readonly [string, Refusal])[]): Promise<Attempt> => {
  const attempt: Attempt = {
    caller: { ...organization.as('member', 'session') },
    body: { repositoryId: covered()[0]?.repositoryId, commitHash },
    headers: {},
  };
  for (const [, refuse] of some) await refuse(attempt);
  return attempt;
};
const answerOf = ({ status, body }: Awaited<ReturnType<typeof call>>): string =>
  status === 200 && body['deduplicated'] === true ? 'an equal scan' : String(body['code'] ?? status);

const expectAnswer = async (answer: string, some: readonly (readonly [string, Refusal])[]) => {
  const attempt = await attemptWith(some);
  const before = allRecords(world.store);
  const started = [...world.started];
  const response = await call('create-scan', { ...attempt });
  expect(answerOf(response)).toBe(answer);
  expect(allRecords(world.store)).toEqual(before);
  expect(world.started).toEqual(started);
};

const rows = refusals.map(([answer, refusal], index) => ({ index, answer, refusal }));

test('without a refusal the scan is created', async () => {
  expect((await call('create-scan', { ...(await attemptWith([])) })).status).toBe(201);
});

test.each(rows)('$answer ($index) answers alone, and writes nothing', async ({ answer, refusal }) => {
  await expectAnswer(answer, [[answer, refusal]]);
});

test.each(rows.slice(0, -1))(
  '$answer ($index) takes precedence over the next gate',
  async ({ index, answer }) => {
    await expectAnswer(answer, refusals.slice(index, index + 2));
  },
);

test.each(rows)(
  '$answer ($index) takes precedence over all later gates together',
  async ({ index, answer }) => {
    await expectAnswer(answer, refusals.slice(index));
  },
);

test('a replay is answered during a hold, without a license and without credits', async () => {
  const headers = { 'Idempotency-Key': 'mine' };
  const attempt = { ...(await attemptWith([])), headers };
  const first = await call('create-scan', attempt);
  const later = refusals.filter(([answer]) => /payment_failed|seat_|insufficient_credits/.test(answer));
  for (const [, refuse] of later) await refuse(attempt);
  const before = allRecords(world.store);
  const again = await call('create-scan', attempt);
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(allRecords(world.store)).toEqual(before);
});

describe('SAST', () => {
  const sastOnly = () => ({
    caller: organization.as('member'),
    body: { repositoryId: repositories[0]?.repositoryId, commitHash, scanTypes: ['sast'] },
  });
  const on = async (order: Parameters<typeof newOrganization>[1]) => {
    organization = await newOrganization(world.store, { plan: 'Team', ...order });
    repositories = [await newRepository(world.store, organization.organizationId, [['', 'npm']])];
  };
  const core = () => world.store.get('pool', { accountId: accountId(), pool: 'core' });

  test('a SAST-only scan with core 100 and SAST 0 is 402 and core stays 100', async () => {
    await on({ sastAddon: 'team', credits: { core: 100, sast: 0 } });
    const before = allRecords(world.store);
    const { status, body } = await call('create-scan', sastOnly());
    expect(status).toBe(402);
    expect(body).toMatchObject({ code: 'insufficient_credits', pool: 'sast', balance: 0, required: 1 });
    expect((await core())?.available).toBe(100);
    expect(allRecords(world.store)).toEqual(before);
  });

  test('a SAST-only scan without the add-on is refused for the add-on, even with purchased SAST credits', async () => {
    await on({ credits: { core: 100 } });
    await setPool('sast', { purchased: 25 });
    const { status, body } = await call('create-scan', sastOnly());
    expect([status, body['code']]).toEqual([402, 'sast_addon_required']);
    expect((await core())?.available).toBe(100);
  });

  test('a canceled add-on counts until its end', async () => {
    const order = { sastAddon: 'team' as const, credits: { core: 100, sast: 0 } };
    await on(order);
    const cancelAt = (cancelsAt: string) => changeAccount({ sastAddon: { size: 'team', cancelsAt } });
    await cancelAt('2026-03-10T12:00:00.001Z');
    expect((await call('create-scan', sastOnly())).body['code']).toBe('insufficient_credits');
    await cancelAt('2026-03-10T12:00:00.000Z');
    expect((await call('create-scan', sastOnly())).body['code']).toBe('sast_addon_required');
  });
});

test('debit and scan are one transaction', async () => {
  const commit = vi.spyOn(world.store, 'commit');
  await call('create-scan', { ...(await attemptWith([])), headers: { 'Idempotency-Key': 'one' } });
  expect(commit.mock.calls.map(([changes]) => changes.map(({ record }) => record))).toEqual([
    ['idempotency', 'dedup', 'license', 'licenseMonth', 'ledgerEntry', 'pool', 'scan'],
  ]);
});

test('a late refill is written first, so that nobody is refused for it', async () => {
  await setPool('core', { included: 100, consumed: 100 });
  vi.setSystemTime(new Date('2026-04-10T12:00:00.000Z'));
  try {
    expect((await call('create-scan', { ...(await attemptWith([])) })).status).toBe(201);
  } finally {
    vi.setSystemTime(noon);
  }
  expect(await world.store.get('pool', { accountId: accountId(), pool: 'core' })).toMatchObject({
    available: 99,
    included: 100,
    consumed: 1,
    periodStartAt: '2026-04-10T12:00:00.000Z',
  });
});
