import { beforeEach, describe, expect, test } from 'vitest';
import type { Repository } from '@scangate/domain/records';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { repositoryCalls, repositorySecret } from '#test/support/api/repository-calls.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const { connect, change } = repositoryCalls(() => organization);

const connected = async (url = 'https://github.com/acme/shop', withCredential = true): Promise<string> => {
  const credential = withCredential ? { credential: { secret: repositorySecret } } : {};
  const repositoryId = String((await connect({ url, ...credential })).body['repositoryId']);
  if (url.startsWith('https://github.com/')) await set(repositoryId, { provider: 'github' });
  return repositoryId;
};
const set = (repositoryId: string, fields: Partial<Repository>) => {
  const id = { organizationId: organization.organizationId, repositoryId };
  return world.store.commit([{ change: 'update', record: 'repository', id, set: fields }]);
};
const read = async (repositoryId: string) => {
  const caller = organization.as('admin');
  return (await call('get-repository', { caller, params: { repositoryId } })).body['checks'];
};
const pointerOf = (body: Record<string, unknown>) =>
  (body['errors'] as { pointer: string }[] | undefined)?.[0]?.pointer;
const organizationNow = () => world.store.all('organization')[0];
const off = { status: false, comment: false, annotations: false };

describe('200', () => {
  test('turns checks on and off; unnamed settings stay', async () => {
    const repositoryId = await connected();
    expect(await read(repositoryId)).toEqual(off);
    const { status, body } = await change(repositoryId, { checks: { status: true } });
    expect([status, body['checks']]).toEqual([200, { ...off, status: true }]);
    await change(repositoryId, { checks: { comment: true, annotations: true } });
    expect(await read(repositoryId)).toEqual({ status: true, comment: true, annotations: true });
    await change(repositoryId, { checks: off });
    expect(await read(repositoryId)).toEqual(off);
  });

  test('the first repository adds a subscriber, in the same transaction; further ones add none', async () => {
    const [first, second] = [await connected(), await connected('https://github.com/acme/other')];
    expect(organizationNow()?.listens).toBeUndefined();
    await change(first, { checks: { status: true } });
    const ends = ['scan.cancelled', 'scan.completed', 'scan.failed'];
    expect(organizationNow()).toMatchObject({ listens: ends, subscribersVersion: 1 });
    await change(second, { checks: { comment: true } });
    expect(world.store.all('subscriber')).toMatchObject([
      { subscriberId: 'checks', kind: 'checks', nextSequence: 1, types: expect.arrayContaining(ends) },
    ]);
    expect(organizationNow()).toMatchObject({ listens: ends, subscribersVersion: 2 });
  });

  test('the last one that turns them off, or is disconnected, removes the event types; turned on again, they return', async () => {
    const [first, second] = [await connected(), await connected('https://github.com/acme/other')];
    const ends = ['scan.cancelled', 'scan.completed', 'scan.failed'];
    const turn = (repositoryId: string, status: boolean) => change(repositoryId, { checks: { status } });
    await Promise.all([turn(first, true), turn(second, true)]);
    await turn(first, false);
    expect(organizationNow()?.listens).toEqual(ends);
    await turn(second, false);
    expect(organizationNow()?.listens).toEqual([]);
    await Promise.all([turn(first, true), turn(second, true)]);
    expect(organizationNow()?.listens).toEqual(ends);
    await Promise.all([turn(first, false), turn(second, false)]);
    expect(organizationNow()?.listens).toEqual([]);
    await turn(first, true);
    const caller = organization.as('admin');
    await call('disconnect-repository', { caller, params: { repositoryId: first } });
    expect(organizationNow()?.listens).toEqual([]);
    expect(world.store.all('subscriber')).toMatchObject([{ disabled: { cause: 'person' } }]);
  });

  test('two concurrent repositories create one subscriber', async () => {
    const ids = [await connected(), await connected('https://github.com/acme/other')];
    const answers = await Promise.all(ids.map((id) => change(id, { checks: { status: true } })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(world.store.all('subscriber')).toHaveLength(1);
  });

  test('is an audit event that shows the settings', async () => {
    const repositoryId = await connected();
    await change(repositoryId, { checks: { status: true } });
    const event = world.store.all('auditEvent').find(({ action }) => action === 'repository.changed');
    expect(event?.after).toMatchObject({ checks: { status: true, comment: false, annotations: false } });
  });

  test('a host whose API is unknown uses the one that the request names', async () => {
    const repositoryId = await connected('https://git.example.com/acme/shop');
    const { body } = await change(repositoryId, { checks: { status: true, api: 'gitlab' } });
    expect(body['checks']).toEqual({ ...off, status: true, api: 'gitlab' });
  });

  test('new settings or a new credential resume stopped checks', async () => {
    const repositoryId = await connected();
    await change(repositoryId, { checks: { status: true } });
    const stopped = { at: '2026-03-01T12:00:00.000Z', cause: 'credential_refused' } as const;
    await set(repositoryId, { checksStopped: stopped });
    expect(await read(repositoryId)).toMatchObject({ stopped });
    await change(repositoryId, { fullName: 'acme/store' });
    expect(await read(repositoryId)).toMatchObject({ stopped });
    await change(repositoryId, { credential: { secret: 'another' } });
    expect(await read(repositoryId)).toEqual({ ...off, status: true });
  });
});

describe('422 validation_failed', () => {
  test('without a credential', async () => {
    const repositoryId = await connected('https://github.com/acme/shop', false);
    const { status, body } = await change(repositoryId, { checks: { status: true } });
    expect([status, body['code'], pointerOf(body)]).toEqual([422, 'validation_failed', '/checks']);
    expect(world.store.all('subscriber')).toEqual([]);
  });

  test('removing the credential while checks are on', async () => {
    const repositoryId = await connected();
    await change(repositoryId, { checks: { status: true } });
    const { status, body } = await change(repositoryId, { credential: null });
    expect([status, pointerOf(body)]).toEqual([422, '/checks']);
    expect((await change(repositoryId, { credential: null, checks: { status: false } })).status).toBe(200);
  });

  test('annotations without a status', async () => {
    const repositoryId = await connected();
    const { status, body } = await change(repositoryId, { checks: { comment: true, annotations: true } });
    expect([status, pointerOf(body)]).toEqual([422, '/checks/annotations']);
  });

  test('a host whose API is unknown', async () => {
    const repositoryId = await connected('https://git.example.com/acme/shop');
    const { status, body } = await change(repositoryId, { checks: { status: true } });
    expect([status, pointerOf(body)]).toEqual([422, '/checks/api']);
  });

  test('an unknown field', async () => {
    const repositoryId = await connected();
    const { status } = await change(repositoryId, { checks: { badge: true } });
    expect(status).toBe(422);
  });
});
