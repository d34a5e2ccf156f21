import { beforeEach, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { grantDeviceToken } from '#app/identity/device/grant-device-token.ts';
import { startDeviceLogin } from '#app/identity/device/start-device-login.ts';
import { decideDevice } from '#local/identity/decide-device.ts';
import { newOrganization, noon, testIds, type TestOrganization } from '#test/support/world.ts';

let store: MemoryStore;
let organization: TestOrganization;
beforeEach(async () => {
  store = new MemoryStore();
  organization = await newOrganization(store);
});

const publicAddress = { url: async () => 'http://127.0.0.1:4010' };
const started = () => startDeviceLogin({ store, publicAddress, ids: testIds }, noon);
const poll = (deviceCode: string) => grantDeviceToken({ store, ids: testIds }, deviceCode, noon);

test('approves in the name of a member, with all scopes of the role unless others are named', async () => {
  const { organizationId, as } = organization;
  const [all, one] = [await started(), await started()];
  await decideDevice(store, { userCode: all.userCode, organizationId, role: 'member' }, noon);
  await decideDevice(
    store,
    { userCode: one.userCode, organizationId, role: 'owner', scopes: ['scans:read'], expiresInDays: 1 },
    noon,
  );
  expect(await poll(all.deviceCode)).toMatchObject({ personId: as('member').personId });
  expect(await poll(one.deviceCode)).toMatchObject({
    personId: as('owner').personId,
    scopes: ['scans:read'],
    expiresAt: '2026-03-11T12:00:00.000Z',
  });
});

test('denies as the page does', async () => {
  const { deviceCode, userCode } = await started();
  const { organizationId } = organization;
  await decideDevice(store, { userCode, organizationId, role: 'owner', deny: true }, noon);
  await expect(poll(deviceCode)).rejects.toMatchObject({ code: 'access_denied' });
});

test('not_found for an organization that is unknown or not named, user_code_not_found for another code', async () => {
  const decide = (organizationId: string | undefined) =>
    decideDevice(store, { userCode: 'BCDF-GHJK', organizationId, role: 'owner' }, noon);
  await expect(decide(undefined)).rejects.toMatchObject({ code: 'not_found' });
  await expect(decide(testIds.uuid())).rejects.toMatchObject({ code: 'not_found' });
  await expect(decide(organization.organizationId)).rejects.toMatchObject({ code: 'user_code_not_found' });
});
