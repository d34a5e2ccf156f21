import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { createScan } from '#app/scans/create-scan.ts';
import { newOrganization, noon, testIds } from '#test/support/world.ts';

test('a creation that is refused gives back the memory of its artifact', async () => {
  const store = new MemoryStore();
  const organization = await newOrganization(store);
  const artifact = Buffer.alloc(2_000_000);
  const request = {
    caller: organization.as('member'),
    idempotency: undefined,
    artifact,
    body: {
      repositoryId: testIds.uuid(),
      projectUnitId: testIds.uuid(),
      commitHash: 'a'.repeat(40),
      lockfile: { path: 'package-lock.json' },
    },
  };
  const refused = createScan(request, { store, ids: testIds } as never, noon);
  await expect(refused).rejects.toMatchObject({ code: 'repository_not_found' });
  expect(artifact.buffer.byteLength).toBe(0);
});
