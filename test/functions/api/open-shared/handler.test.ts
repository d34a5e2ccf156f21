import { beforeEach, expect, test } from 'vitest';
import { packView } from '@scangate/domain/auditor-packs/auditor-pack-views';
import type { AuditorPack } from '@scangate/domain/records';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { later, newOrganization, noon, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
const packId = '20260310-1';
const objectName = `${packId}/attempt-1/auditor-pack-${packId}.zip`;

beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
  const item: AuditorPack = {
    organizationId: organization.organizationId,
    packId,
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-02-01T00:00:00.000Z',
    include: [],
    state: 'ready',
    objectName,
    requestedAt: noon.toISOString(),
    requestedBy: organization.as('owner').personId,
    expiresAt: later(86_400).toISOString(),
    version: 2,
  };
  await write(world.store, [{ change: 'insert', record: 'auditorPack', item }]);
});

const linkOf = async (): Promise<{ secret: string; linkId: string }> => {
  const caller = organization.as('owner');
  const { body } = await call('create-pack-link', { caller, params: { packId }, body: {} });
  return { secret: String(body['url']).split('#')[1] ?? '', linkId: String(body['linkId']) };
};

test('200: anyone with the link gets a URL for five minutes', async () => {
  const { secret } = await linkOf();
  const { status, body } = await call('open-shared', { body: { link: secret } });
  expect([status, body['url']]).toEqual([
    200,
    `https://objects.example.com/packs/${organization.organizationId}/${objectName}?for=300`,
  ]);
});

test('404 link_not_found: a revoked link gets the same answer as an unknown one', async () => {
  const { secret, linkId } = await linkOf();
  const caller = organization.as('admin');
  expect((await call('revoke-pack-link', { caller, params: { packId, linkId } })).status).toBe(204);
  const [revoked, altered] = [
    await call('open-shared', { body: { link: secret } }),
    await call('open-shared', { body: { link: `${secret.slice(0, -1)}_` } }),
  ];
  expect(revoked.body).toEqual(altered.body);
  expect([revoked.status, revoked.body['code']]).toEqual([404, 'link_not_found']);
});

test('the pack shows its links without their secrets, and every link is an audit event', async () => {
  const { secret, linkId } = await linkOf();
  const caller = organization.as('owner');
  const shown = await call('get-auditor-pack', { caller, params: { packId } });
  expect(shown.body['links']).toEqual([expect.objectContaining({ linkId, openings: 0 })]);
  const events = await call('list-audit-events', { caller });
  expect(events.text).toContain('auditor_pack.link_created');
  expect(shown.text + events.text).not.toContain(secret);
});

test('a link that opens the pack is in the audit log as the actor', async () => {
  const { secret, linkId } = await linkOf();
  await call('open-shared', { body: { link: secret } });
  const { text } = await call('list-audit-events', { caller: organization.as('owner') });
  expect(text).toContain(`{"kind":"link","linkId":"${linkId}"}`);
});

test('404 auditor_pack_not_found: packs of another organization have no links for others', async () => {
  const caller = (await newOrganization(world.store)).as('owner');
  const { status, body } = await call('create-pack-link', { caller, params: { packId }, body: {} });
  expect([status, body['code']]).toEqual([404, 'auditor_pack_not_found']);
});

test('202: a request starts the workflow, and after a downgrade 402 while the old pack stays', async () => {
  const body = { from: '2026-01-01', to: '2026-02-01T00:00:00+01:00' };
  const made = await call('request-auditor-pack', { caller: organization.as('admin'), body });
  expect([made.status, made.body['to'], world.started]).toEqual([
    202,
    '2026-01-31T23:00:00.000Z',
    [`pack ${packId.slice(0, -1)}2`],
  ]);
  const starter = { ...organization.as('owner', 'session'), plan: 'Starter' as const };
  const refused = await call('request-auditor-pack', { caller: starter, body });
  expect([refused.status, refused.body['capability']]).toEqual([402, 'auditor_export']);
  const [stored] = world.store.all('auditorPack');
  const listed = await call('list-auditor-packs', { caller: starter });
  expect(listed.body['items']).toContainEqual(packView(stored as AuditorPack, noon));
});

const setMember = (set: object) => {
  const { organizationId, personId } = organization.as('owner');
  const id = { organizationId, personId };
  return write(world.store, [{ change: 'update', record: 'member', id, set }]);
};
const setOrganization = (set: object) => {
  const { organizationId } = organization;
  return write(world.store, [{ change: 'update', record: 'organization', id: { organizationId }, set }]);
};

test.each([
  ['its maker was removed', () => setMember({ removedAt: noon.toISOString() })],
  ['its maker was removed and joined again', () => setMember({ joinedAt: later(1).toISOString() })],
  ['its maker may make none any more', () => setMember({ role: 'member' })],
  [
    'the organization is closing',
    () => setOrganization({ closing: { since: '', eraseAt: '', stopped: [] } }),
  ],
])('404: when %s', async (_name, change) => {
  const { secret } = await linkOf();
  await change();
  const { body } = await call('open-shared', { body: { link: secret } });
  expect(body['code']).toBe('link_not_found');
});

test('the removal of its maker names the link', async () => {
  const { linkId } = await linkOf();
  await setOrganization({ owners: 2 });
  const { personId } = organization.as('owner');
  const { body } = await call('remove-member', { caller: organization.as('owner'), params: { personId } });
  expect(body['packLinks']).toEqual([{ packId, linkId }]);
});
