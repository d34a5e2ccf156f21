import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { storedToken, tokenCalls, tokenNames } from '#test/support/api/token-calls.ts';
import { newOrganization, noon, testIds, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  resetWorld();
  organization = await newOrganization(world.store);
});
afterEach(() => {
  vi.useRealTimers();
});
const { issue, list } = tokenCalls(() => organization);

describe('list-tokens', () => {
  test('200: a hint instead of secret and hash', async () => {
    const { body } = await issue({ kind: 'service' });
    const secret = String(body['token']);
    const { text, body: listed } = await list();
    expect(listed['items']).toMatchObject([{ tokenId: body['tokenId'], hint: `${secret.slice(0, 8)}…` }]);
    expect(text).not.toContain(secret.slice(9));
    expect(text).not.toContain(tokenHash(secret));
  });

  test('200: all tokens for managers, only their own for others, no sessions', async () => {
    const { organizationId } = organization;
    const session = {
      ...storedToken('a session'),
      tokenId: testIds.uuid(),
      organizationId,
      billingAccountId: organizationId,
      kind: 'session' as const,
    };
    await write(world.store, [
      {
        change: 'insert',
        record: 'token',
        item: { ...session, personId: organization.as('owner').personId },
      },
    ]);
    await issue({ kind: 'service', name: 'pipeline' });
    await issue({ kind: 'personal', name: 'mine' }, { caller: organization.as('member', 'session') });
    expect(tokenNames(await list(organization.as('owner')))).toEqual(['mine', 'pipeline']);
    expect(tokenNames(await list(organization.as('member')))).toEqual(['mine']);
    expect(tokenNames(await list(organization.as('billing')))).toEqual([]);
    expect((await list((await newOrganization(world.store)).as('owner'))).body).toEqual({ items: [] });
  });

  test('200: page by page, every token once', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await issue({ kind: 'service', name });
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: '2', ...(cursor !== undefined && { cursor }) };
      const { body } = await call('list-tokens', { caller: organization.as('owner', 'session'), query });
      names.push(...tokenNames({ body }));
      cursor = body['nextCursor'] as string | undefined;
    } while (cursor !== undefined);
    expect(names.sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});
