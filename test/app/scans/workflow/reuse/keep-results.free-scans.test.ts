import { expect, test } from 'vitest';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { prepareScan } from '#app/scans/workflow/prepare-scan.ts';
import { scanProjectUnit } from '#app/scans/workflow/scan-unit.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { later } from '#test/support/world.ts';
import type { SourceFetcher } from '#ports/git-sources.ts';
import { lock } from '../base-world.ts';
import { nextHash, reuseWorld, threeUnits } from './reuse-world.ts';

/** No scan is free: a refund for an unchanged unit always names work that was paid for. */

const changed = { ...threeUnits(), 'index.js': '2;\n', 'api/index.js': '2;\n', 'web/index.js': '2;\n' };

test('a scan that is canceled after its units were scanned leaves nothing that the next one could reuse', async () => {
  const { create, ports, scan, reusedOf, refundsOf, violations, store } = await reuseWorld();
  const { organizationId, scanId } = await create(threeUnits(), { isReviewed: true });
  const ref = { organizationId, scanId };
  const { units } = await prepareScan(ref, ports as never, taskContextAt(later(10)));
  for (const { projectUnitId } of units)
    await scanProjectUnit({ ...ref, projectUnitId }, ports as never, taskContextAt(later(15)));
  await endScan({ ...ref, outcomeOf: () => ({ status: 'cancelled' }) }, ports, later(20));
  expect(store.all('keptUnit')).toEqual([]);
  const second = await scan(threeUnits());
  expect([reusedOf(second), refundsOf(second), violations()]).toEqual([[], [], []]);
});

test('a failed scan keeps the units that were paid for, but not the one that failed', async () => {
  const { scan, reusedOf, violations } = await reuseWorld();
  const damaged = { ...threeUnits(), 'api/package-lock.json': '{' };
  const types = { scanTypes: ['sca' as const] };
  const first = await scan(damaged, { isReviewed: true, ...types });
  expect(first.status).toBe('failed');
  const second = await scan(damaged, types);
  expect([reusedOf(second), violations()]).toEqual([['', 'web'], []]);
});

test('a base that was scanned free of charge in this execution is paid for by the unit that reuses it', async () => {
  const { scan, reusedOf, refundsOf, violations, store, world } = await reuseWorld();
  const bases = [nextHash(), nextHash(), nextHash()];
  for (const [index, hash] of bases.entries())
    world.sources.commits.set(hash, { ...changed, 'api/more.js': `${index};\n` });
  await scan(threeUnits(), { isReviewed: true });
  for (const hash of bases) world.sources.history.add(hash);
  const keptBefore = store.all('keptUnit').length;
  for (const baseCommitHash of bases) {
    const head = await scan(threeUnits(), { baseCommitHash });
    expect(head.baseUnits).toHaveLength(3);
    expect([reusedOf(head).length, refundsOf(head)]).toEqual([3, []]);
  }
  // The base is shared from then on, and not assessed again.
  const shared = await scan(threeUnits(), { baseCommitHash: bases[0] });
  expect([shared.baseUnits, refundsOf(shared).length]).toEqual([undefined, 6]);
  expect([store.all('keptUnit').length, violations()]).toEqual([keptBefore, []]);
});

test('the assessment of a base is never reused by a scan of that commit', async () => {
  const { scan, reusedOf, world } = await reuseWorld();
  await scan(threeUnits(), { isReviewed: true });
  const base = nextHash();
  world.sources.commits.set(base, changed);
  world.sources.history.add(base);
  await scan({ ...threeUnits(), 'index.js': '3;\n' }, { baseCommitHash: base });
  expect(reusedOf(await scan(undefined, { commitHash: base }))).toEqual([]);
});

test('two concurrent scans of one content are both paid for', async () => {
  const { create, ports, run, refundsOf, reusedOf, scan, violations } = await reuseWorld();
  await scan(threeUnits(), { isReviewed: true });
  const scans = [await create(changed), await create(changed)];
  for (const { organizationId, scanId } of scans)
    await prepareScan({ organizationId, scanId }, ports as never, taskContextAt(later(10)));
  for (const each of scans) {
    const ended = await run(each);
    expect(ended.status).toBe('completed');
  }
  const [first, second] = await Promise.all(scans.map((each) => run(each)));
  if (!first || !second) throw new Error('a scan is missing');
  // The second is prepared again when the first has ended, and reuses what that one paid for.
  expect([reusedOf(first), refundsOf(first)]).toEqual([[], []]);
  expect([refundsOf(second).length, violations()]).toEqual([reusedOf(second).length * 2, []]);
});

test('an artifact reuses nothing and leaves nothing to reuse', async () => {
  const { scan, create, run, store, repository, violations } = await reuseWorld();
  await scan({ 'package-lock.json': lock({ right: '1.0.0' }) }, { isReviewed: true });
  const kept = store.all('keptUnit');
  const [root] = repository().units;
  const lockfile = { path: 'package-lock.json', content: lock({ right: '1.0.0' }) };
  const artifact = { lockfile, projectUnitId: root?.projectUnitId ?? '' };
  const uploaded = await create(undefined, artifact);
  expect(uploaded.artifact).toBeDefined();
  const ended = await run(uploaded).catch(() => uploaded);
  expect(ended.units.map(({ reuseKey }) => reuseKey)).toEqual([undefined]);
  expect([store.all('keptUnit'), violations()]).toEqual([kept, []]);
});

test('a report that reuses a missing kept result is refused, and nothing is refunded for it', async () => {
  const { scan, create, run, ports, refundsOf } = await reuseWorld();
  const first = await scan(threeUnits(), { isReviewed: true });
  const sourceFetcher: SourceFetcher = {
    fetch: async (request, signal) => {
      const fetched = await ports.sourceFetcher.fetch(request, signal);
      const units = fetched.units?.map((unit) => ({ ...unit, reusedFrom: first.scanId }));
      return { ...fetched, ...(units && { units }) };
    },
  };
  const forged = await create(changed);
  await expect(run(forged, { ports: { ...ports, sourceFetcher } })).rejects.toThrow('is not kept');
  expect(refundsOf(forged)).toEqual([]);
});

test('a refund that an interrupted ending did not book is booked once', async () => {
  const { scan, create, run, ports, refundsOf, violations } = await reuseWorld();
  await scan(threeUnits(), { isReviewed: true });
  const again = await run(await create(threeUnits()));
  const { organizationId, scanId } = again;
  await run(again);
  await endScan({ organizationId, scanId, outcomeOf: () => ({ status: 'cancelled' }) }, ports, later(99));
  expect([refundsOf(again).length, violations()]).toEqual([6, []]);
});
