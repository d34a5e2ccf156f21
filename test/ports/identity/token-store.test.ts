import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { dynamoTokenStore } from '#adapters/dynamodb/token-store.ts';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { rateWindow } from '@scangate/domain/rate-limit';
import type { TokenStore } from '#ports/identity/token-store.ts';
import type { Store } from '#ports/store.ts';
import { newCredential } from '#test/support/identity/credentials.ts';
import { memoryTokenStore } from '#test/support/store/memory-token-store.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/store/test-database.ts';
import { later, newOrganization, testIds } from '#test/support/world.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => database.stop());

const memory = new MemoryStore();
const stores: [string, () => { store: Store; tokens: TokenStore }][] = [
  ['in memory', () => ({ store: memory, tokens: memoryTokenStore(memory) })],
  [
    'over DynamoDB',
    () => ({
      store: database.store,
      tokens: dynamoTokenStore({ client: database.client, tableName: (name) => name }),
    }),
  ],
];

describe.each(stores)('the token store %s', (_name, make) => {
  test('counts the requests of a credential by minute, even 61 minutes later', async () => {
    const { store, tokens } = make();
    const organization = await newOrganization(store);
    const hash = tokenHash(await newCredential({ store: store as MemoryStore, organization }, 'service'));
    const count = async (seconds: number) =>
      (await tokens.countRequest({ tokenHash: hash, kind: 'service', extends: true, now: later(seconds) }))
        ?.requests;
    expect([await count(0), await count(1), await count(59)]).toEqual([1, 2, 3]);
    expect([await count(60), await count(61)]).toEqual([1, 2]);
    expect([await count(60 + 61 * 60), await count(61 + 61 * 60)]).toEqual([1, 2]);
    expect(await count(60 + 2 * 61 * 60)).toBe(1);
    expect(await store.get('token', { tokenHash: hash })).toMatchObject({
      lastUsedAt: later(60 + 2 * 61 * 60).toISOString(),
    });
  });

  test('moves the idle expiry of a session with each use, and revives none', async () => {
    const { store, tokens } = make();
    const organization = await newOrganization(store);
    const hash = tokenHash(await newCredential({ store: store as MemoryStore, organization }, 'session'));
    const use = async (seconds: number, isUse = true) => {
      const now = later(seconds);
      const counted = await tokens.countRequest({ tokenHash: hash, kind: 'session', extends: isUse, now });
      return counted && (counted.token.idleUntil ?? 0) - later(0).getTime() / 1000;
    };
    expect(await use(600)).toBe(4_200);
    expect(await use(700, false)).toBe(4_200);
    expect(await use(4_200)).toBeUndefined();
    expect(await use(4_199)).toBe(7_799);
  });

  test('has no record of a credential that was never issued', async () => {
    const { tokens } = make();
    const request = { tokenHash: testIds.uuid(), kind: 'service', extends: true, now: later(0) } as const;
    expect(await tokens.countRequest(request)).toBeUndefined();
  });

  test('adds the requests of an organization in a minute', async () => {
    const { store, tokens } = make();
    const id = { organizationId: testIds.uuid(), minute: rateWindow(later(0)) };
    const expiresAt = later(3_600).toISOString();
    await tokens.countOrganization({ ...id, requests: 16, expiresAt });
    await tokens.countOrganization({ ...id, requests: 16, expiresAt });
    expect(await store.get('rateMinute', id)).toEqual({ ...id, requests: 32, expiresAt });
  });
});
