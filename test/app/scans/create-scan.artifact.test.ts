import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { createScan } from '#app/scans/create-scan.ts';
import { Problem, Transient } from '@scangate/domain/problem';
import { silentLog } from '#test/support/silent-log.ts';
import { LicenseConflict } from '@scangate/domain/licenses/claim-license';
import { commitHash, workflowWorld } from '#test/support/scans/workflow.ts';
import { newOrganization, newRepository, noon } from '#test/support/world.ts';

test('an artifact is stored and checked once, however often its creation meets a conflict', async () => {
  const store = new MemoryStore();
  const world = workflowWorld(store);
  const organization = await newOrganization(store, { credits: { core: 5 } });
  const { repositoryId, units } = await newRepository(store, organization.organizationId, [['', 'npm']]);
  let [checks, puts, commits] = [0, 0, 0];
  const artifactCheck = { check: async () => ((checks += 1), { ok: true as const }) };
  const blobs = Object.assign(Object.create(world.blobs) as typeof world.blobs, {
    put: async (...given: Parameters<typeof world.blobs.put>) => {
      puts += 1;
      await world.blobs.put(...given);
    },
  });
  const contended = Object.assign(Object.create(store) as MemoryStore, {
    commit: async (...given: Parameters<MemoryStore['commit']>) => {
      commits += 1;
      if (commits < 3) throw new LicenseConflict();
      return store.commit(...given);
    },
  });
  const body = {
    repositoryId,
    projectUnitId: units[0]?.projectUnitId,
    commitHash,
    lockfile: { path: 'package-lock.json' },
  };
  const request = {
    caller: organization.as('member'),
    body,
    artifact: Buffer.from('{}'),
    idempotency: undefined,
  };
  const ports = { ...world, store: contended, blobs, artifactCheck } as never;
  expect((await createScan(request as never, ports, noon)).status).toBe(201);
  expect([commits, puts, checks]).toEqual([3, 1, 1]);
});

/** Requests a scan of an artifact in a world whose check answers so. */
const requestWith = async (check: () => Promise<unknown>, changedStore = (store: MemoryStore) => store) => {
  const store = new MemoryStore();
  const world = { ...workflowWorld(store), log: silentLog };
  const organization = await newOrganization(store, { credits: { core: 5 } });
  const { repositoryId, units } = await newRepository(store, organization.organizationId, [['', 'npm']]);
  const projectUnitId = units[0]?.projectUnitId;
  const body = { repositoryId, projectUnitId, commitHash, lockfile: { path: 'package-lock.json' } };
  const caller = organization.as('member');
  const request = { caller, body, artifact: Buffer.from('{}'), idempotency: undefined };
  const ports = { ...world, store: changedStore(store), artifactCheck: { check } };
  return { world, answer: createScan(request as never, ports as never, noon) };
};

test.each([
  [
    'is refused',
    async () => ({ ok: false, code: 'sbom_invalid', detail: 'No.', errors: [] }),
    'sbom_invalid',
  ],
  ['fails', () => Promise.reject(new Transient('no function is free')), 'no function is free'],
] as const)('an artifact whose check %s is removed at once', async (_name, check, reason) => {
  const { world, answer } = await requestWith(check);
  await expect(answer).rejects.toThrow(reason === 'sbom_invalid' ? Problem : reason);
  expect([...world.blobs.objects.keys()]).toEqual([]);
});

test('an artifact whose scan is refused by its transaction is removed at once', async () => {
  const { world, answer } = await requestWith(
    async () => ({ ok: true }),
    (store) =>
      Object.assign(Object.create(store) as MemoryStore, {
        commit: async (changes: Parameters<MemoryStore['commit']>[0]) => {
          if (changes.some(({ record }) => record === 'scan')) throw new Problem('insufficient_credits');
          return store.commit(changes);
        },
      }),
  );
  await expect(answer).rejects.toThrow(Problem);
  expect([...world.blobs.objects.keys()]).toEqual([]);
});
