import { beforeEach, describe, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { later, newOrganization, noon, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store, { plan: 'Free' });
});

const caller = (role: 'owner' | 'admin' = 'owner') => ({
  ...organization.as(role, 'session'),
  signedInAt: noon.toISOString(),
});
const start = (by = caller()) => call('start-export', { caller: by });
const list = () => call('list-exports', { caller: caller() });

const complete = async (requestedAt: Date): Promise<void> => {
  const { organizationId } = organization;
  await write(world.store, [
    {
      change: 'insert',
      record: 'organizationExport',
      item: {
        organizationId,
        exportId: '000001',
        requestedAt: requestedAt.toISOString(),
        requestedBy: caller().personId,
        state: 'completed',
        parts: [{ name: 'part-0001.zip', bytes: 10, sha256: 'digest' }],
        completedAt: requestedAt.toISOString(),
        expiresAt: later(7 * 86_400).toISOString(),
      },
    },
  ]);
};

describe('POST /v1/organization/export', () => {
  test('202: it starts on every plan, and the workflow writes it', async () => {
    const { status, body } = await start();
    expect([status, body['exportId'], body['state']]).toEqual([202, '000001', 'running']);
    expect(world.started).toEqual(['export 000001']);
    expect(world.store.all('auditEvent').map(({ action }) => action)).toEqual(['organization.exported']);
  });

  test('202: a second request while it runs is the same export, started if it was not', async () => {
    await start();
    const { status, body } = await start();
    expect([status, body['exportId']]).toEqual([202, '000001']);
    expect(world.store.all('organizationExport')).toHaveLength(1);
    expect(world.store.all('auditEvent')).toHaveLength(1);
  });

  test('429: one a day', async () => {
    await complete(later(-86_399));
    const { status, headers, body } = await start();
    expect([status, body['code'], headers['Retry-After']]).toEqual([429, 'rate_limited', '1']);
    expect(world.started).toEqual([]);
  });

  test('202: another one a day later', async () => {
    await complete(later(-86_400));
    expect((await start()).body['exportId']).toBe('000002');
  });

  test('403: only an owner who signed in recently', async () => {
    expect((await start(caller('admin'))).body['code']).toBe('role_required');
    const { signedInAt: _never, ...unknown } = caller();
    expect((await start(unknown as ReturnType<typeof caller>)).body['code']).toBe(
      'reauthentication_required',
    );
  });
});

describe('GET /v1/organization/export', () => {
  test('200: a completed export has links for 15 minutes', async () => {
    await complete(noon);
    const [item] = (await list()).body['items'] as { files: object[] }[];
    expect(item?.files).toEqual([
      {
        name: 'part-0001.zip',
        bytes: 10,
        sha256: 'digest',
        url: `https://objects.example.com/exports/${organization.organizationId}/000001/part-0001.zip?for=900`,
      },
    ]);
  });

  test('200: one that is not complete after a day failed, and has no links', async () => {
    await start();
    const { organizationId } = organization;
    const requestedAt = later(-86_401).toISOString();
    await write(world.store, [
      {
        change: 'update',
        record: 'organizationExport',
        id: { organizationId, exportId: '000001' },
        set: { requestedAt },
      },
    ]);
    expect((await list()).body['items']).toMatchObject([{ state: 'failed', files: [] }]);
  });
});
