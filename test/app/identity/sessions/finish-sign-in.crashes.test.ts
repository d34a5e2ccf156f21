import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { finishSignIn } from '#app/identity/sessions/finish-sign-in.ts';
import { startSignIn } from '#app/identity/sessions/start-sign-in.ts';
import { identityHash } from '@scangate/domain/identity/identity-hash';
import { claimsOf, fakeSignIn, issuer, type FakeSignIn } from '#test/support/identity/fake-sign-in.ts';
import {
  faultKinds,
  injectFaults,
  isRetryable,
  type FaultKind,
} from '#test/support/store/fault-injection.ts';
import { noon, testIds } from '#test/support/world.ts';

/** A person has one organization and is one person, whatever fails between two calls. */

let store: MemoryStore;
let signIn: FakeSignIn;

beforeEach(() => {
  store = new MemoryStore();
  signIn = fakeSignIn([claimsOf('new')], { signUp: 'open' });
});

const ssoSecrets = { decrypt: async () => 'secret' };
const log = { warn: () => undefined };
const started = async () => {
  const configuration = await signIn.configuration();
  if (!configuration) throw new Error('there is no issuer');
  const start = { returnTo: '/console/', browserSecret: undefined, sessionSecret: undefined };
  const { browserSecret } = await startSignIn({ store, ids: testIds, signIn }, start, {
    configuration,
    now: noon,
  });
  return { browserSecret, state: signIn.requests.at(-1)?.state ?? '' };
};

/** Finishes a sign-in with faults in its calls. @returns the number of calls. */
const finish = async (
  { browserSecret, state }: Awaited<ReturnType<typeof started>>,
  faults = new Map<number, FaultKind>(),
) => {
  const injected = injectFaults({ store, ssoSecrets }, faults);
  const parameters = new URLSearchParams({ state, code: 'new', iss: issuer });
  await finishSignIn(
    { ...injected.ports, signIn, ids: testIds, log } as never,
    { parameters, browserSecret, userAgent: undefined },
    noon,
  );
  return injected.count();
};

/** The people and organizations in the store. */
const stored = async () => {
  const identity = await store.get('identity', { identityHash: identityHash({ issuer, subject: 'new' }) });
  if (!identity) return undefined;
  const { personId } = identity;
  const person = await store.get('person', { personId });
  const { items } = await store.list('personOrganizations', { personId });
  const [joined] = items;
  const organizationId = joined?.organizationId ?? '';
  const { items: members } = await store.list('members', { organizationId });
  const organization = await store.get('organization', { organizationId });
  return {
    organizations: items.length,
    members: members.map((member) => [member.personId === personId, member.role]),
    owners: organization?.owners,
    isOwn: person?.signedUpOrganizationId === organizationId,
    identities: person?.identities.length,
  };
};
const whole = { organizations: 1, members: [[true, 'owner']], owners: 1, isOwn: true, identities: 1 };

describe.each(faultKinds)('a call that fails: %s', (fault) => {
  test.each([1, 2, 3])(
    'call %i of the first sign-in, after which the person signs in again',
    async (call) => {
      const first = await finish(await started(), new Map([[call, fault]])).catch((error: unknown) => error);
      const known = await stored();
      if (known !== undefined) expect(known).toEqual(whole);
      if (first instanceof Error && !isRetryable(first))
        expect(first).toMatchObject({ code: 'sign_in_failed' });
      await finish(await started());
      expect(await stored()).toEqual(whole);
    },
  );
});

test('concurrent first sign-ins create one person and one organization', async () => {
  const browsers = [await started(), await started(), await started()];
  await Promise.all(browsers.map((browser) => finish(browser)));
  expect(await stored()).toEqual(whole);
});

test('the calls of a sign-in: one to start, two for a new person, three for a known one', async () => {
  const counted = injectFaults({ store }, new Map());
  const configuration = await signIn.configuration();
  if (!configuration) throw new Error('there is no issuer');
  const start = { returnTo: '/console/', browserSecret: undefined, sessionSecret: undefined };
  await startSignIn({ ...counted.ports, ids: testIds, signIn }, start, { configuration, now: noon });
  expect(counted.count()).toBe(1);
  expect(await finish(await started())).toBe(2);
  expect(await finish(await started())).toBe(3);
});
