import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { approveDeviceLogin, denyDeviceLogin } from '#app/identity/device/decide-device-login.ts';
import { grantDeviceToken } from '#app/identity/device/grant-device-token.ts';
import { startDeviceLogin } from '#app/identity/device/start-device-login.ts';
import { installBackoff } from '#ports/backoff.ts';
import { roles, scopes, type Scope } from '@scangate/domain/identity/roles';
import { Problem } from '@scangate/domain/problem';
import { later, newOrganization, testIds } from '#test/support/world.ts';
import { runs } from '#test/support/runs/samples.ts';

const person = fc.record({ organization: fc.nat(1), role: fc.constantFrom(...roles) });
const login = fc.nat(2);
const act = fc.oneof(
  fc.record({ act: fc.constant('start' as const) }),
  fc.record({
    act: fc.constant('approve' as const),
    login,
    person,
    scopes: fc.subarray([...scopes], { minLength: 1 }),
  }),
  fc.record({ act: fc.constant('deny' as const), login, person }),
  fc.record({ act: fc.constant('poll' as const), login }),
  fc.record({ act: fc.constant('use' as const), login }),
);
const history = fc.array(fc.tuple(act, fc.integer({ min: 0, max: 90 })), { maxLength: 40 });

const problems = [
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
  'user_code_not_found',
];

interface Expected {
  deviceCode: string;
  userCode: string;
  startedAt: number;
  approved?: { personId: string; scopes: readonly Scope[] };
  denied?: true;
  token?: string;
  used?: true;
}

test('whatever people and command lines do, a code yields at most one token, for the approver, with no more than was approved', async () => {
  installBackoff({ random: () => 0, sleep: async () => {} });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const store = new MemoryStore();
      const organizations = [await newOrganization(store), await newOrganization(store)];
      const logins: Expected[] = [];
      let seconds = 0;
      for (const [step, gap] of steps) {
        seconds += gap;
        const now = later(seconds);
        const publicAddress = { url: async () => undefined };
        if (step.act === 'start') {
          const begun = await startDeviceLogin({ store, publicAddress, ids: testIds }, now);
          logins.push({ ...begun, startedAt: seconds });
          continue;
        }
        const one = logins[step.login];
        if (!one) continue;
        try {
          if (step.act === 'use') {
            const [token] = store.all('token').filter(({ tokenId }) => tokenId === one.token);
            if (!token) continue;
            const { tokenHash } = token;
            const set = { lastUsedAt: now.toISOString() };
            await store.commit([{ change: 'update', record: 'token', id: { tokenHash }, set }]);
            one.used = true;
          } else if (step.act === 'poll') {
            const given = await grantDeviceToken({ store, ids: testIds }, one.deviceCode, now);
            expect([one.denied, one.used, seconds - one.startedAt < 600]).toEqual([
              undefined,
              undefined,
              true,
            ]);
            expect(given.personId).toBe(one.approved?.personId);
            expect(given.scopes.every((scope) => one.approved?.scopes.includes(scope))).toBe(true);
            if (one.token !== undefined) expect(given.tokenId).toBe(one.token);
            one.token = given.tokenId;
          } else {
            const caller = organizations[step.person.organization]?.as(step.person.role, 'session');
            if (!caller) continue;
            const typed = { caller, userCode: one.userCode };
            if (step.act === 'deny') await denyDeviceLogin(store, typed, now);
            else await approveDeviceLogin(store, { ...typed, approval: { scopes: step.scopes } }, now);
            // Only the person who decided first may decide again, and only before there is a token.
            expect(one.token).toBeUndefined();
            if (one.approved) expect(one.approved.personId).toBe(caller.personId);
            if (step.act === 'deny') one.denied = true;
            else one.approved ??= { personId: caller.personId, scopes: step.scopes };
          }
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          expect([...problems, 'rate_limited']).toContain(error.code);
        }
      }
      const granted = logins.filter(({ token }) => token !== undefined);
      expect(store.all('token')).toHaveLength(granted.length);
      expect(store.all('auditEvent').filter(({ action }) => action === 'token.issued')).toHaveLength(
        granted.length,
      );
    }),
    { numRuns: runs(300) },
  );
});
