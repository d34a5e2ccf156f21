import { beforeEach, expect, test, vi } from 'vitest';
import { authenticate, isStillAccepted } from '#app/identity/authenticate.ts';
import { tokenHash } from '@scangate/domain/identity/tokens';
import type { TokenKind } from '@scangate/domain/identity/roles';
import {
  newCredential,
  newCredentialWorld,
  type CredentialWorld,
} from '#test/support/identity/credentials.ts';
import { later, write } from '#test/support/world.ts';

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

const kinds = ['service', 'personal', 'pipeline', 'session'] as const;

test.each(kinds)(
  'a long answer to a %s goes on while a request with it is accepted, and no longer',
  async (kind) => {
    for (const end of [revoke, removeMember, (hash: string, parent = hash) => revoke(parent)]) {
      world = await newCredentialWorld();
      const { secret, hash, parentHash } = await made(kind);
      const both = async () => [
        await isStillAccepted(hash, world.store, later(2)),
        (await authenticate({ secret, kind, background: true }, world, later(2))) !== undefined,
      ];
      expect(await both()).toEqual([true, true]);
      await end(hash, parentHash);
      expect(await both()).toEqual([false, false]);
    }
  },
);

test('to go on takes three eventual reads with a token, and one more with a session, which follows the plan', async () => {
  const load = vi.spyOn(world.store, 'load');
  const readBy = async (kind: TokenKind): Promise<string[]> => {
    const { hash } = await made(kind);
    load.mockClear();
    expect(await isStillAccepted(hash, world.store, later(2))).toBe(true);
    expect(load.mock.calls.filter(([, options]) => options?.consistent)).toEqual([]);
    return load.mock.calls.flatMap(([refs]) => refs.map(({ record }) => record));
  };
  expect(await readBy('service')).toEqual(['token', 'organization', 'member']);
  expect(await readBy('session')).toEqual(['token', 'organization', 'member', 'account']);
});
