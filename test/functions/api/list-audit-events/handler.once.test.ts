import { beforeEach, describe, expect, test, vi } from 'vitest';
import { recordLayouts } from '#adapters/dynamodb/record-layouts.ts';
import type { RecordName } from '@scangate/domain/record-changes';
import type { Caller } from '@scangate/domain/identity/caller';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { auditedCalls } from '#test/support/api/audited-calls.ts';
import { call, resetWorld, world, type ApiResponse } from '#test/support/api/call-endpoint.ts';
import { repositorySecret, repositoryUrl } from '#test/support/api/repository-calls.ts';
import { later, newOrganization, noon, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
let admin: Caller;
beforeEach(async () => {
  vi.setSystemTime(noon);
  resetWorld();
  organization = await newOrganization(world.store);
  admin = organization.as('admin');
});
const { issue, revoke, inviteMember, change, remove, connect, disconnect, changeGate } = auditedCalls(
  () => organization,
  () => admin,
);
const url = repositoryUrl;
const secret = repositorySecret;

describe('an action writes its event once', () => {
  const actions = { issue, inviteMember, connect };
  test.each(Object.entries(actions))('%s, when it is replayed by Idempotency-Key', async (_name, act) => {
    const headers = { 'Idempotency-Key': 'k' };
    await act({ headers });
    const before = world.store.all('auditEvent');
    vi.setSystemTime(later(60));
    expect((await act({ headers })).status).toBe(201);
    expect(world.store.all('auditEvent')).toEqual(before);
  });

  test('a retention that is set to the same days again', async () => {
    const choose = (days: number) => call('set-retention', { caller: admin, body: { days } });
    for (const days of [90, 90, 30, 30]) expect((await choose(days)).status).toBe(200);
    const changes = world.store
      .all('auditEvent')
      .map(({ before, after }) => [before?.['days'], after?.['days']]);
    expect(changes.toSorted()).toEqual([
      [365, 90],
      [90, 30],
    ]);
  });

  test('of two concurrent calls, the one that succeeded', async () => {
    const { body } = await issue();
    const { body: connected } = await connect();
    const before = world.store.all('auditEvent').length;
    const read = { headers: { 'If-Match': '"1"' } };
    const pairs: [() => Promise<ApiResponse>, number[]][] = [
      [() => revoke(body['tokenId']), [204, 204]],
      [() => disconnect(connected['repositoryId']), [204, 404]],
      [() => changeGate({ apiGateSeverityThreshold: 'low' }, read), [200, 412]],
      [() => change('admin'), [200, 409]],
      [() => remove(), [200, 409]],
    ];
    for (const [act, statuses] of pairs) {
      const answers = await Promise.all([act(), act()]);
      expect(answers.map(({ status }) => status).sort()).toEqual(statuses);
    }
    expect(world.store.all('auditEvent')).toHaveLength(before + pairs.length);
  });

  test('an event that cannot be written fails its action', async () => {
    const commit = world.store.commit.bind(world.store);
    vi.spyOn(world.store, 'commit').mockImplementation(async (changes) => {
      const event = changes.find(({ record }) => record === 'auditEvent');
      return event ? { change: event, found: undefined } : commit(changes);
    });
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    for (const act of [issue, inviteMember, connect])
      expect((await act()).status).toBeGreaterThanOrEqual(400);
    vi.restoreAllMocks();
    for (const record of ['token', 'repository', 'auditEvent'] as const)
      expect(world.store.all(record)).toEqual([]);
  });
});

test('no secret, hash or credential is in the log or in any record but its own', async () => {
  const everything = (but: readonly RecordName[] = []) =>
    JSON.stringify(
      (Object.keys(recordLayouts) as RecordName[])
        .filter((record) => !but.includes(record))
        .map((record) => world.store.all(record)),
    );
  const headers = { 'Idempotency-Key': 'k' };
  const issued = String((await issue({ headers })).body['token']);
  const other = String((await issue({ caller: organization.as('owner') })).body['token']);
  const connected = await connect({ headers });
  await disconnect(
    (await connect({ body: { url: `${url}2`, credential: { secret } } })).body['repositoryId'],
  );
  const tokens = [issued, other];
  expect(tokens.map(tokenHash).every((hash) => everything().includes(hash))).toBe(true);
  for (const token of tokens) {
    expect(everything()).not.toContain(token.slice(9));
    expect(everything(['token'])).not.toContain(tokenHash(token));
    expect(everything(['token', 'idempotency'])).not.toContain(token.slice(0, 8));
  }
  expect(connected.status).toBe(201);
  expect(everything()).not.toContain(secret);
  expect(everything(['repository'])).not.toContain('sealed-');
});

test('the event of a change between the longest possible gates fits a database item', async () => {
  const ids = (first: string) => Array.from({ length: 500 }, (_, i) => `${first}${i}`.padEnd(12, 'x'));
  const exceptions = (first: string) =>
    Array.from({ length: 100 }, () => ({
      package: first.repeat(120),
      license: 'x'.repeat(80),
      reason: 'é'.repeat(100),
    }));
  await changeGate({ licensePolicy: { deny: ids('a'), allow: ids('b'), exceptions: exceptions('a') } });
  const longer = { deny: ids('c'), allow: ids('d'), exceptions: exceptions('b') };
  expect((await changeGate({ licensePolicy: longer })).status).toBe(200);
  const sizes = world.store.all('auditEvent').map((event) => Buffer.byteLength(JSON.stringify(event)));
  expect(Math.max(...sizes)).toBeLessThan(400_000);
  const wide = await changeGate({ licensePolicy: { deny: ['é'] } });
  expect([wide.status, wide.body['code']]).toEqual([422, 'validation_failed']);
});
