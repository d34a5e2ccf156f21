import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { createScan } from '#app/scans/create-scan.ts';
import { quoteScan } from '#app/scans/quote-scan.ts';
import { newOrganization, noon, testIds } from '#test/support/world.ts';

const requestOf = (caller: unknown, artifact: Uint8Array) =>
  ({
    caller,
    idempotency: undefined,
    artifact,
    body: {
      repositoryId: testIds.uuid(),
      projectUnitId: testIds.uuid(),
      commitHash: 'a'.repeat(40),
      lockfile: { path: 'package-lock.json' },
    },
  }) as never;

test.each([
  ['creation', createScan],
  ['quote', quoteScan],
])('a %s that is refused frees the memory of its artifact', async (_, act) => {
  const store = new MemoryStore();
  const organization = await newOrganization(store);
  const artifact = Buffer.alloc(2_000_000);
  const refused = act(requestOf(organization.as('member'), artifact), { store, ids: testIds } as never, noon);
  await expect(refused).rejects.toMatchObject({ code: 'repository_not_found' });
  expect(artifact.buffer.byteLength).toBe(0);
});
