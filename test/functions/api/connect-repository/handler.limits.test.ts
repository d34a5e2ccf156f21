import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { connectRepository, disconnectRepository } from '@scangate/domain/repositories/connect-repository';
import { rootUnit } from '@scangate/domain/repositories/register-units';
import type { Repository } from '@scangate/domain/records';
import type { Caller } from '@scangate/domain/identity/caller';
import type { PlanName } from '@scangate/domain/plans/plan-names';
import { SourceFailure } from '#ports/git-sources.ts';
import { failedConditionError, type Store } from '#ports/store.ts';
import { call, resetWorld, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/store/test-database.ts';
import { interleave } from '#test/support/store/interleave.ts';
import { later, newOrganization, noon, testIds, write } from '#test/support/world.ts';

type Tenant = Awaited<ReturnType<typeof newOrganization>>;

beforeEach(() => {
  vi.setSystemTime(noon);
  resetWorld();
});

const connect = (tenant: Tenant, name: string, more: CallOptions = {}) =>
  call('connect-repository', {
    caller: tenant.as('admin', 'session'),
    body: { url: `https://git.example.com/acme/${name}` },
    ...more,
  });
const connectAll = async (tenant: Tenant, count: number) => {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    vi.setSystemTime(later(i));
    ids.push(String((await connect(tenant, `r${i}`)).body['repositoryId']));
  }
  return ids;
};
const disconnect = (tenant: Tenant, repositoryId: string | undefined) =>
  call('disconnect-repository', {
    caller: tenant.as('admin', 'session'),
    params: { repositoryId: String(repositoryId) },
  });
const counted = async ({ organizationId }: Tenant, store: Store = world.store) =>
  (await store.get('organization', { organizationId }, { consistent: true }))?.repositories;
const connected = () => world.store.all('repository').filter(({ disconnectedAt }) => !disconnectedAt);

const limits = [
  ['Free', 1],
  ['Starter', 8],
] as const;

describe.each(limits)('the plan %s has the limit %i', (plan, limit) => {
  let tenant: Tenant;
  beforeEach(async () => {
    tenant = await newOrganization(world.store, { plan });
  });

  test('402 beyond the limit names it and leaves nothing behind', async () => {
    await connectAll(tenant, limit);
    const events = world.store.all('auditEvent').length;
    const { status, body } = await connect(tenant, 'more', { headers: { 'Idempotency-Key': 'k' } });
    expect(status).toBe(402);
    expect(body).toMatchObject({
      code: 'entitlement_denied',
      capability: 'repositories',
      limit,
      plan,
      retryable: false,
    });
    expect([await counted(tenant), connected().length]).toEqual([limit, limit]);
    expect(world.store.all('auditEvent')).toHaveLength(events);
    for (const record of ['idempotency', 'repository', 'repositoryName'] as const)
      expect(world.store.all(record).length).toBe(record === 'idempotency' ? 0 : limit);
  });

  test('402 precedes the call to the host, and 409 precedes 402', async () => {
    await connectAll(tenant, limit);
    world.sourceFailure = new SourceFailure('repo_access', 'the host was asked');
    expect((await connect(tenant, 'more')).status).toBe(402);
    expect((await connect(tenant, 'r0')).body['code']).toBe('conflict');
  });

  test('a disconnection frees one place', async () => {
    const [first] = await connectAll(tenant, limit);
    await disconnect(tenant, first);
    expect((await disconnect(tenant, first)).status).toBe(404);
    expect(await counted(tenant)).toBe(limit - 1);
    expect((await connect(tenant, 'r0')).status).toBe(201);
    expect((await connect(tenant, 'more')).status).toBe(402);
  });

  test('concurrent calls connect as many as the limit', async () => {
    const answers = await Promise.all(
      Array.from({ length: limit + 4 }, (_, i) => connect(tenant, `at-once-${i}`)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(limit);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201))
      expect([status, body['capability']]).toEqual([402, 'repositories']);
    expect([await counted(tenant), connected().length]).toEqual([limit, limit]);
  });

  test('a replay by Idempotency-Key returns the first answer at the limit, too', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    const first = await connect(tenant, 'first', { headers });
    await connectAll(tenant, limit - 1);
    const again = await connect(tenant, 'first', { headers });
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(await counted(tenant)).toBe(limit);
  });
});

test.each(['Team', 'Regulated'] as const)('the plan %s has no limit', async (plan) => {
  const tenant = await newOrganization(world.store, { plan, credits: { core: 1 } });
  await connectAll(tenant, 12);
  expect(await counted(tenant)).toBe(12);
});

test("a client has its parent's limit for itself", async () => {
  const parent = await newOrganization(world.store, { plan: 'Free' });
  const client = await newOrganization(world.store, { plan: 'Free', parent: parent.organizationId });
  await connectAll(parent, 1);
  expect((await connect(client, 'own')).status).toBe(201);
  expect((await connect(client, 'second')).status).toBe(402);
});

describe('after a downgrade', () => {
  const downgrade = (accountId: string, plan: PlanName) =>
    write(world.store, [{ change: 'update', record: 'account', id: { accountId }, set: { plan } }]);
  const scan = (caller: Caller, repositoryId: string | undefined, commit = 'a') =>
    call('create-scan', {
      caller,
      body: { repositoryId, commitHash: commit.repeat(40), scanTypes: ['secrets'] },
    });
  const memberOn = (tenant: Tenant, plan: PlanName): Caller => ({ ...tenant.as('member', 'session'), plan });
  /** The indexes of the repositories that can be scanned on that plan. */
  const scannable = async (caller: Caller, ids: string[], commit?: string) => {
    await downgrade(caller.organizationId, caller.plan);
    const accepted: number[] = [];
    for (const [index, id] of ids.entries()) {
      const { status, body } = await scan(caller, id, commit);
      if (status < 300) accepted.push(index);
      else
        expect([status, body['code'], body['capability']]).toEqual([
          402,
          'entitlement_denied',
          'repositories',
        ]);
    }
    return accepted;
  };

  test('the oldest repositories can be scanned up to the limit, and the others leave nothing behind', async () => {
    const tenant = await newOrganization(world.store);
    const ids = await connectAll(tenant, 10);
    expect(await scannable(memberOn(tenant, 'Starter'), ids)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(
      world.store
        .all('scan')
        .map(({ repositoryId }) => repositoryId)
        .sort(),
    ).toEqual(ids.slice(0, 8).sort());
    expect(await scannable(memberOn(tenant, 'Free'), ids, 'b')).toEqual([0]);
    expect(await scannable(memberOn(tenant, 'Team'), ids, 'c')).toHaveLength(10);
    await downgrade(tenant.organizationId, 'Free');
    const { body } = await scan(memberOn(tenant, 'Free'), ids[1]);
    expect(body).toMatchObject({ limit: 1, plan: 'Free' });
  });

  test('a disconnection makes the next oldest scannable; one connected again is the youngest', async () => {
    const tenant = await newOrganization(world.store);
    const ids = await connectAll(tenant, 3);
    await disconnect(tenant, ids[0]);
    vi.setSystemTime(later(60));
    const again = String((await connect(tenant, 'r0')).body['repositoryId']);
    expect(await scannable(memberOn(tenant, 'Free'), [...ids.slice(1), again])).toEqual([0]);
    expect((await scan(memberOn(tenant, 'Free'), ids[0])).status).toBe(404);
  });

  test('nothing can be connected until there are fewer than the limit', async () => {
    const tenant = await newOrganization(world.store);
    const ids = await connectAll(tenant, 3);
    const caller = { ...tenant.as('owner', 'session'), plan: 'Free' as const };
    const statuses: number[] = [];
    for (const id of ids) {
      statuses.push((await connect(tenant, 'more', { caller })).status);
      await disconnect(tenant, id);
    }
    expect(statuses).toEqual([402, 402, 402]);
    expect((await connect(tenant, 'more', { caller })).status).toBe(201);
  });
});

describe('the transaction enforces the limit', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(async () => database.stop());

  const repositoryOf = ({ organizationId }: Tenant, name: string): Repository => {
    const repositoryId = testIds.uuid();
    const fullName = `acme/${name}`;
    return {
      organizationId,
      repositoryId,
      fullName,
      url: `https://git.example.com/${fullName}`,
      provider: 'git',
      defaultBranch: 'main',
      units: [rootUnit(repositoryId, fullName)],
      unitsVersion: 0,
      connectedAt: noon.toISOString(),
      connectedBy: testIds.uuid(),
    };
  };

  test.each([
    ['in memory', () => new MemoryStore()],
    ['in DynamoDB', () => database.store],
  ] as [string, () => Store][])(
    'of twelve concurrent connections on Starter, %s, eight succeed',
    async (_where, make) => {
      const store = make();
      const tenant = await newOrganization(store, { plan: 'Starter' });
      const repositories = Array.from({ length: 12 }, (_, i) => repositoryOf(tenant, `at-once-${i}`));
      const failures = await Promise.all(
        repositories.map((one) => store.commit(connectRepository(tenant.as('admin'), one))),
      );
      const errors = failures.filter((failure) => failure !== undefined).map(failedConditionError);
      expect(errors).toHaveLength(4);
      for (const error of errors)
        expect(error).toMatchObject({ code: 'entitlement_denied', members: { limit: 8 } });
      expect(await counted(tenant, store)).toBe(8);
      const { organizationId } = tenant;
      expect((await store.list('repositories', { organizationId })).items).toHaveLength(8);
      expect((await store.list('auditEvents', { organizationId })).items).toHaveLength(8);
    },
  );

  test('in any order, the count equals the connected repositories and stays within the limit', async () => {
    const command = fc.record({ name: fc.constantFrom('a', 'b', 'c'), connects: fc.boolean() });
    const property = fc.asyncProperty(
      fc.array(fc.array(command, { maxLength: 4 }), { minLength: 2, maxLength: 4 }),
      fc.array(fc.nat(5), { minLength: 1, maxLength: 8 }),
      async (people, picks) => {
        const store = new MemoryStore();
        const tenant = await newOrganization(store, { plan: 'Free' });
        const { organizationId } = tenant;
        const check = async () => {
          const { items } = await store.list('repositories', { organizationId });
          const now = items.filter(({ disconnectedAt }) => !disconnectedAt).length;
          expect(await counted(tenant, store)).toBe(now);
          expect(now).toBeLessThanOrEqual(1);
        };
        const work = (commands: (typeof people)[number]) => async (shared: Store) => {
          for (const { name, connects } of commands) {
            const taken = await shared.get('repositoryName', { organizationId, name: `acme/${name}` });
            const repositoryId = taken?.repositoryId ?? '';
            const found = await shared.get('repository', { organizationId, repositoryId });
            const changes = connects
              ? connectRepository(tenant.as('admin'), repositoryOf(tenant, name))
              : found && disconnectRepository(tenant.as('admin'), found, noon.toISOString());
            if (changes) await shared.commit(changes);
            await check();
          }
        };
        await interleave(store, picks, people.map(work));
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });
});
