import { beforeEach, describe, expect, test } from 'vitest';
import { getAuditorPack, listAuditorPacks, requestAuditorPack } from '#app/auditor-packs/auditor-packs.ts';
import { packLimits } from '@scangate/domain/auditor-packs/auditor-pack-limits';
import { march, packWorld } from '#test/support/auditor-packs/auditor-pack-world.ts';
import { later, newOrganization } from '#test/support/world.ts';

let world: Awaited<ReturnType<typeof packWorld>>;
beforeEach(async () => {
  world = await packWorld();
});

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: { code: string }) => error.code,
  );

describe('422 pack_period_invalid', () => {
  const from = '2026-01-01T00:00:00.000Z';

  test.each([
    ['from after to', '2025-12-31T00:00:00.000Z'],
    ['an empty period', from],
    ['more than 366 days', '2027-01-02T00:00:00.001Z'],
  ])('%s', async (_title, to) => {
    expect(await codeOf(world.request({ from, to }))).toBe('pack_period_invalid');
    expect(world.store.all('auditorPack')).toEqual([]);
  });

  test('a period that has not begun', async () => {
    const future = { from: '2026-12-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' };
    expect(await codeOf(world.request(future))).toBe('pack_period_invalid');
  });

  test('but accepts exactly 366 days', async () => {
    expect(await codeOf(world.request({ from, to: '2027-01-02T00:00:00.000Z' }))).toBe('none');
  });

  test('more scans than a pack can contain', async () => {
    const items = Array.from({ length: packLimits.scans + 1 }, (_, index) => ({
      organizationId: world.organizationId,
      lookup: 'verdict' as const,
      value: 'PASS',
      scanId: `019ccd00-0000-7000-8000-${String(index).padStart(12, '0')}`,
      repositoryId: 'r',
      commitHash: 'c',
    }));
    const { list } = world.store;
    world.store.list = (async (name: string, owner: { value?: string }, page: { cursor?: string }) => {
      if (name !== 'scanListings') return list(name as never, owner as never, page);
      if (owner.value !== 'PASS') return { items: [] };
      const start = items.findIndex(({ scanId }) => scanId === page.cursor) + 1;
      const some = items.slice(start, start + 3000);
      const last = some.at(-1)?.scanId;
      return { items: some, ...(last && start + 3000 < items.length && { cursor: last }) };
    }) as never;
    expect(await codeOf(world.request())).toBe('pack_period_invalid');
  });
});

test('404 repository_not_found: an id of another organization', async () => {
  expect(await codeOf(world.request({ repositoryIds: [crypto.randomUUID()] }))).toBe('repository_not_found');
});

describe('five packs a day', () => {
  test('422 limit_reached for the sixth, and the next day another five', async () => {
    for (let number = 1; number <= 5; number++) {
      const { packId } = await world.request();
      expect(packId).toBe(`20260310-${number}`);
    }
    expect(await codeOf(world.request())).toBe('limit_reached');
    const { packId } = await world.request({}, { now: later(86_400) });
    expect(packId).toBe('20260311-1');
    expect(world.started).toHaveLength(6);
  });

  test('apply to concurrent requests, too', async () => {
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(world.request())));
    expect(codes.toSorted()).toEqual([
      ...Array<string>(3).fill('limit_reached'),
      ...Array<string>(5).fill('none'),
    ]);
  });
});

test('a request is an audit event that names who requested what', async () => {
  await world.request({ include: ['sbom'] });
  expect(world.store.all('auditEvent').filter(({ action }) => action.startsWith('auditor_pack'))).toEqual([
    expect.objectContaining({
      action: 'auditor_pack.requested',
      target: '20260310-1',
      actor: expect.objectContaining({ personId: world.organization.as('owner').personId }) as unknown,
      after: expect.objectContaining({ include: ['sbom'] }) as unknown,
    }),
  ]);
});

test('a pack whose workflow cannot start is marked as failed, and the error is thrown', async () => {
  const broken = { start: () => Promise.reject(new Error('no state machine')) };
  const request = requestAuditorPack(
    { caller: world.organization.as('owner'), requested: march },
    { store: world.store, auditorPacks: broken },
    later(60),
  );
  await expect(request).rejects.toThrow('no state machine');
  expect(world.store.all('auditorPack')).toEqual([expect.objectContaining({ state: 'failed' })]);
});

describe('packs', () => {
  test('are listed newest first, and expire after thirty days', async () => {
    await world.request();
    await world.request({}, { now: later(86_400) });
    const caller = world.organization.as('admin');
    const shown = await listAuditorPacks(caller, { store: world.store, now: later(86_400 * 30 + 61) }, {});
    expect(shown.items.map(({ packId, state }) => [packId, state])).toEqual([
      ['20260311-1', 'failed'],
      ['20260310-1', 'expired'],
    ]);
  });

  test('404 auditor_pack_not_found: a pack of another organization', async () => {
    const { packId } = await world.request();
    const other = await newOrganization(world.store);
    const found = getAuditorPack(
      { caller: other.as('owner'), packId },
      { store: world.store, now: later(90) },
    );
    expect(await codeOf(found)).toBe('auditor_pack_not_found');
  });
});
