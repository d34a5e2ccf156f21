import { beforeEach, expect, test, vi } from 'vitest';
import { acceptAgain, authenticate } from '#app/identity/authenticate.ts';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { everyRole } from '@scangate/domain/identity/roles';
import type { TokenKind } from '@scangate/domain/identity/caller';
import { isPermitted, type PermissionNeeded } from '@scangate/domain/identity/access/authorize-request';
import {
  newCredential,
  newCredentialWorld,
  type CredentialWorld,
} from '#test/support/identity/credentials.ts';
import type { Token } from '@scangate/domain/records';
import { later, testIds, write } from '#test/support/world.ts';

let world: CredentialWorld;
beforeEach(async () => void (world = await newCredentialWorld()));

const made = async (kind: TokenKind) => {
  const parentHash =
    kind === 'pipeline' ? tokenHash(await newCredential(world, 'personal', { role: 'member' })) : undefined;
  const secret = await newCredential(world, kind, { role: 'member', ...(parentHash && { parentHash }) });
  return { secret, hash: tokenHash(secret), parentHash };
};
const removeMember = async (): Promise<void> => {
  const { organizationId, as } = world.organization;
  const id = { organizationId, personId: as('member').personId };
  const set = { removedAt: later(1).toISOString() };
  await write(world.store, [{ change: 'update', record: 'member', id, set }]);
};
const revoke = async (hash: string): Promise<void> => {
  const set = { revokedAt: later(1).toISOString() };
  await write(world.store, [{ change: 'update', record: 'token', id: { tokenHash: hash }, set }]);
};

const needed: PermissionNeeded = { roles: everyRole, scopes: ['scans:read'] };
const again = (hash: string, kind: TokenKind, repositoryId = testIds.uuid()) => {
  const request = { needed, isApi: true, repositoryId };
  return acceptAgain({ ...request, tokenHash: hash, isSession: kind === 'session' }, world.store, later(2));
};

const kinds = ['service', 'personal', 'pipeline', 'session'] as const;

test.each(kinds)(
  'a streamed answer to a %s continues while a request with it is accepted, and no longer',
  async (kind) => {
    for (const end of [revoke, removeMember, (hash: string, parent = hash) => revoke(parent)]) {
      world = await newCredentialWorld();
      const { secret, hash, parentHash } = await made(kind);
      const both = async () => [
        (await again(hash, kind)) !== undefined,
        (await authenticate({ secret, kind, background: true }, world, later(2))) !== undefined,
      ];
      expect(await both()).toEqual([true, true]);
      await end(hash, parentHash);
      expect(await both()).toEqual([false, false]);
    }
  },
);

test('a streamed answer ends when its credential no longer reaches the repository, or no longer has the scope', async () => {
  const { hash } = await made('service');
  const [own, other] = [testIds.uuid(), testIds.uuid()];
  const narrow = (set: Partial<Token>) =>
    write(world.store, [{ change: 'update', record: 'token', id: { tokenHash: hash }, set }]);
  await narrow({ repositoryIds: [own] });
  expect(await again(hash, 'service', own)).toBeDefined();
  expect(await again(hash, 'service', other)).toBeUndefined();
  await narrow({ scopes: ['repositories:read'] });
  expect(await again(hash, 'service', own)).toBeUndefined();
});

test('a streamed answer to a session ends when its organization closes, as new requests are refused then', async () => {
  const { hash } = await made('session');
  const { organizationId } = world.organization;
  const closing = { since: later(1).toISOString(), eraseAt: later(1_000).toISOString(), stopped: [] };
  await write(world.store, [
    { change: 'update', record: 'organization', id: { organizationId }, set: { closing } },
  ]);
  expect(await again(hash, 'session')).toBeUndefined();
});

test.each(kinds)(
  'a streamed answer to a %s is permitted exactly if a new request is: also by plan, role and idle time',
  async (kind) => {
    const { organizationId, as } = (world = await newCredentialWorld()).organization;
    const { secret, hash } = await made(kind);
    const permitted = async () => {
      const sent = { secret, kind, background: true };
      const caller = (await authenticate(sent, world, later(2)))?.caller;
      const isNew = caller !== undefined && isPermitted(caller, needed, { isApi: true, now: later(2) });
      expect([kind, (await again(hash, kind)) !== undefined]).toEqual([kind, isNew]);
      return isNew;
    };
    const account = (plan: 'Free' | 'Team') =>
      write(world.store, [
        { change: 'update', record: 'account', id: { accountId: organizationId }, set: { plan } },
      ]);
    expect(await permitted()).toBe(true);
    await account('Free');
    expect(await permitted()).toBe(kind === 'session');
    await account('Team');
    expect(await permitted()).toBe(true);
    const { personId } = as('member');
    const id = { organizationId, personId };
    await write(world.store, [{ change: 'update', record: 'member', id, set: { role: 'billing' } }]);
    needed.scopes = ['scans:write'];
    expect(await permitted()).toBe(false);
    needed.scopes = ['scans:read'];
    const set = { idleUntil: later(1).getTime() / 1000 };
    if (kind === 'session')
      await write(world.store, [{ change: 'update', record: 'token', id: { tokenHash: hash }, set }]);
    expect(await permitted()).toBe(kind !== 'session');
  },
);

test('checking again takes four reads, which are eventually consistent with a session', async () => {
  const load = vi.spyOn(world.store, 'load');
  const readBy = async (kind: TokenKind): Promise<(string | boolean | undefined)[]> => {
    const { hash } = await made(kind);
    load.mockClear();
    expect(await again(hash, kind)).toBeDefined();
    return load.mock.calls.flatMap(([refs, options]) => [
      ...refs.map(({ record }) => record),
      options?.consistent,
    ]);
  };
  expect(await readBy('service')).toEqual(['token', true, 'organization', 'member', 'account', true]);
  expect(await readBy('session')).toEqual(['token', false, 'organization', 'member', 'account', false]);
});

test('a token states when it or its parent expires; a session does not', async () => {
  const { secret, hash } = await made('personal');
  const found = await authenticate({ secret, kind: 'personal', background: true }, world, later(2));
  const { expiresAt } = (await world.store.get('token', { tokenHash: hash })) ?? {};
  expect([found?.caller.credentialEndsAt, (await again(hash, 'personal'))?.endsAt]).toEqual([
    expiresAt,
    expiresAt,
  ]);
  const session = await made('session');
  const sent = { secret: session.secret, kind: 'session', background: true } as const;
  expect((await authenticate(sent, world, later(2)))?.caller).not.toHaveProperty('credentialEndsAt');
});
