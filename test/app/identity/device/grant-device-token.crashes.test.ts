import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { approveDeviceLogin, denyDeviceLogin } from '#app/identity/device/decide-device-login.ts';
import { grantDeviceToken } from '#app/identity/device/grant-device-token.ts';
import { startDeviceLogin } from '#app/identity/device/start-device-login.ts';
import { installBackoff } from '#ports/backoff.ts';
import { faultKinds, injectFaults, isRetryable } from '#test/support/store/fault-injection.ts';
import { interleave } from '#test/support/store/interleave.ts';
import { later, newOrganization, noon, testIds, type TestOrganization } from '#test/support/world.ts';

/** A login yields one token, whatever fails, and the command line gets it when it asks again. */

let store: MemoryStore;
let organization: TestOrganization;
beforeEach(async () => {
  installBackoff({ random: () => 0, sleep: async () => {} });
  store = new MemoryStore();
  organization = await newOrganization(store);
});

const publicAddress = { url: async () => 'https://scangate.example' };
const started = () => startDeviceLogin({ store, publicAddress, ids: testIds }, noon);
const caller = (role: 'member' | 'admin' = 'member') => organization.as(role, 'session');
const approve = (over: MemoryStore, userCode: string, role?: 'member' | 'admin') =>
  approveDeviceLogin(over, { caller: caller(role), userCode, approval: { scopes: ['scans:read'] } }, noon);
const poll = (over: MemoryStore, deviceCode: string, seconds: number) =>
  grantDeviceToken({ store: over, ids: testIds }, deviceCode, later(seconds));
const codeOf = (error: unknown): unknown => (error as { code?: string }).code ?? (error as Error).name;
const faulty = (call: number, fault: (typeof faultKinds)[number]): MemoryStore =>
  injectFaults({ store }, new Map([[call, fault]])).ports.store;

const written = () => ({
  tokens: store.all('token').length,
  approved: store.all('auditEvent').filter(({ action }) => action === 'device_login.approved').length,
  issued: store.all('auditEvent').filter(({ action }) => action === 'token.issued').length,
});

describe.each(faultKinds)('a call that fails as "%s"', (fault) => {
  test.each([1, 2, 3, 4, 5])('call %d of the approval: after a retry there is one approval', async (call) => {
    const { userCode, deviceCode } = await started();
    const first = await approve(faulty(call, fault), userCode).catch((error: unknown) => error);
    if (first instanceof Error) expect(isRetryable(first)).toBe(true);
    expect(await approve(store, userCode)).toMatchObject({ status: 'approved' });
    expect(await poll(store, deviceCode, 1)).toMatchObject({ kind: 'personal' });
    expect(written()).toEqual({ tokens: 1, approved: 1, issued: 1 });
  });

  test.each([1, 2, 3, 4, 5, 6])('call %d of the grant: after a retry there is one token', async (call) => {
    const { userCode, deviceCode } = await started();
    await approve(store, userCode);
    const first = await poll(faulty(call, fault), deviceCode, 1).catch((error: unknown) => error);
    if (first instanceof Error && !isRetryable(first)) expect(codeOf(first)).toBe('slow_down');
    const again = await poll(store, deviceCode, 20);
    expect(again.token).toMatch(/^sgp_/);
    if (!(first instanceof Error)) expect(first).toEqual(again);
    expect(written()).toEqual({ tokens: 1, approved: 1, issued: 1 });
  });
});

const orders = [[0], [1], [0, 1], [2, 0, 1], [3, 1, 4, 1, 5], [1, 1, 2, 3, 0]];

test.each(orders.map((picks) => [picks]))(
  'four concurrent polls of an approved login, in the order %j: one token',
  async (picks) => {
    const { userCode, deviceCode } = await started();
    await approve(store, userCode);
    const tokens: unknown[] = [];
    const task = async (over: unknown) =>
      void tokens.push(await poll(over as MemoryStore, deviceCode, 1).then(({ token }) => token, codeOf));
    await interleave(store, picks, [task, task, task, task]);
    expect(tokens.filter((token) => token !== 'slow_down')).toHaveLength(1);
    expect(written()).toMatchObject({ tokens: 1, issued: 1 });
  },
);

test.each(orders.map((picks) => [picks]))(
  'two people, a denial and a poll concurrently, in the order %j: one of them decides',
  async (picks) => {
    const { userCode, deviceCode } = await started();
    const answers: unknown[] = [];
    const tell = (answer: Promise<{ status: string }>) =>
      answer.then(({ status }) => status, codeOf).then((told) => void answers.push(told));
    await interleave(store, picks, [
      (over) => tell(approve(over as unknown as MemoryStore, userCode)),
      (over) => tell(approve(over as unknown as MemoryStore, userCode, 'admin')),
      (over) =>
        tell(
          denyDeviceLogin(
            over as unknown as MemoryStore,
            { caller: organization.as('owner', 'session'), userCode },
            noon,
          ),
        ),
      async (over) => void (await poll(over as unknown as MemoryStore, deviceCode, 0).catch(() => undefined)),
    ]);
    expect(answers.filter((answer) => answer !== 'user_code_not_found')).toHaveLength(1);
    const [login] = store.all('deviceLogin');
    const last = await poll(store, deviceCode, 20).then(({ personId }) => personId, codeOf);
    expect(last).toBe(login?.state === 'denied' ? 'access_denied' : login?.decision?.personId);
    expect(written().tokens).toBe(last === 'access_denied' ? 0 : 1);
  },
);

test('the calls of a login: one to start, two to poll, seven to approve, four to grant', async () => {
  const counted = injectFaults({ store }, new Map());
  const over = counted.ports.store;
  const calls = async (act: () => Promise<unknown>): Promise<number> => {
    const before = counted.count();
    await act().catch(() => undefined);
    return counted.count() - before;
  };
  let codes = { deviceCode: '', userCode: '' };
  const start = async () =>
    (codes = await startDeviceLogin({ store: over, publicAddress, ids: testIds }, noon));
  expect([
    await calls(start),
    await calls(() => poll(over, codes.deviceCode, 1)),
    await calls(() => approve(over, codes.userCode)),
    await calls(() => poll(over, codes.deviceCode, 10)),
  ]).toEqual([1, 2, 7, 4]);
});
