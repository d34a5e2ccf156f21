import { expect, test } from 'vitest';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { publishedFrom } from '#test/corpora/maven-trees/engine-tree.ts';
import { later } from '#test/support/world.ts';
import { nextHash, reuseWorld, threeUnits } from './reuse-world.ts';

test('a push that changes one unit of three scans and pays for one, and sends no file of the others', async () => {
  const { scan, refundsOf, reusedOf, violations, world, documentsOf } = await reuseWorld();
  const first = await scan(threeUnits(), { isReviewed: true });
  expect([reusedOf(first), refundsOf(first)]).toEqual([[], []]);
  world.sources.sent.length = 0;
  const second = await scan({ ...threeUnits(), 'web/index.js': 'export const web = 2;\n' });
  expect(second.verdict?.verdict).toBe(first.verdict?.verdict);
  expect(reusedOf(second)).toEqual(['', 'api']);
  expect(refundsOf(second)).toEqual(['core ', 'core api', 'sast ', 'sast api']);
  const sent = world.sources.sent.flatMap(([hash, path]) => (hash === second.commitHash ? [path] : []));
  expect(sent).toEqual(['web/package-lock.json', 'web/index.js']);
  expect(Object.keys(documentsOf(second))).toEqual(Object.keys(documentsOf(first)));
  expect(violations()).toEqual([]);
});

test('a commit that changes nothing reuses everything, from the scan that did the work', async () => {
  const { scan, refundsOf, violations } = await reuseWorld();
  const first = await scan(threeUnits(), { isReviewed: true });
  const second = await scan(threeUnits());
  const third = await scan(threeUnits());
  for (const { units } of [second, third])
    expect(units.map(({ reusedFrom }) => reusedFrom)).toEqual(Array(3).fill(first.scanId));
  expect(refundsOf(third)).toHaveLength(6);
  expect(violations()).toEqual([]);
});

test('a repository that is set not to reuse scans and pays for everything, and keeps nothing', async () => {
  const { scan, refundsOf, reusedOf, change, store } = await reuseWorld();
  await change({ reuse: 'off' });
  await scan(threeUnits(), { isReviewed: true });
  const second = await scan(threeUnits());
  expect([reusedOf(second), refundsOf(second), store.all('keptUnit')]).toEqual([[], [], []]);
});

test('other scan types have other results', async () => {
  const { scan, reusedOf } = await reuseWorld();
  await scan(threeUnits(), { isReviewed: true, scanTypes: ['secrets'] });
  expect(reusedOf(await scan(threeUnits(), { scanTypes: ['sca'] }))).toEqual([]);
  expect(reusedOf(await scan(threeUnits(), { scanTypes: ['secrets'] }))).toHaveLength(3);
});

test('other published poms have other results', async () => {
  const { scan, reusedOf, ports } = await reuseWorld();
  await scan(threeUnits(), { isReviewed: true });
  ports.publishedPoms = publishedFrom(new Map([['g:a:1', { a: 'a' }]]));
  expect(reusedOf(await scan(threeUnits(), { isReviewed: true }))).toEqual([]);
  expect(reusedOf(await scan(threeUnits()))).toHaveLength(3);
});

test('a result is reused for 14 days after it was made, even when it was reused meanwhile', async () => {
  const { scan, reusedOf } = await reuseWorld();
  const day = 24 * 60 * 60;
  await scan(threeUnits(), { isReviewed: true });
  expect(reusedOf(await scan(threeUnits(), { startSeconds: 13 * day }))).toHaveLength(3);
  expect(reusedOf(await scan(threeUnits(), { startSeconds: 15 * day }))).toEqual([]);
});

test('a result whose payload was purged is not reused, and the commit is fetched again', async () => {
  const { scan, reusedOf, refundsOf, world, documentsOf, violations } = await reuseWorld();
  const first = await scan(threeUnits(), { isReviewed: true });
  const api = first.units.find(({ path }) => path === 'api')?.projectUnitId ?? '';
  for (const name of world.blobs.objects.keys())
    if (name.includes(`${first.scanId}/${api}/`)) world.blobs.objects.delete(name);
  const second = await scan(threeUnits());
  expect(second.status).toBe('completed');
  expect(reusedOf(second)).toEqual(['', 'web']);
  expect(refundsOf(second)).toHaveLength(4);
  expect(Object.keys(documentsOf(second))).toContain('api assessment');
  expect(violations()).toEqual([]);
});

test('a result that is purged after the unit was prepared leaves the unit without one, and its credit is refunded once', async () => {
  const { create, scan, run, world, ports, violations, refundsOf, scanOf } = await reuseWorld();
  const first = await scan(threeUnits(), { isReviewed: true });
  const again = await create(threeUnits());
  const get = async (key: Parameters<typeof world.blobs.get>[0]) =>
    key.name.startsWith(first.scanId) ? undefined : world.blobs.get(key);
  const blobs = Object.assign(Object.create(world.blobs) as typeof world.blobs, { get });
  await expect(run(again, { ports: { ...ports, blobs } })).rejects.toThrow('is gone');
  const failure = { errorCode: 'system_error' as const, error: 'The scan failed.' };
  const outcomeOf = () => ({ status: 'failed' as const, failure });
  await endScan({ organizationId: first.organizationId, scanId: again.scanId, outcomeOf }, ports, later(90));
  expect([scanOf(again.scanId).status, refundsOf(again), violations()]).toEqual(['failed', [], []]);
});

test('neither another organization nor another repository reuses a result', async () => {
  const hash = nextHash();
  const mine = await reuseWorld();
  const first = await mine.scan(threeUnits(), { isReviewed: true, commitHash: hash });
  const kept = mine.store.all('keptUnit');
  expect(new Set(kept.map(({ organizationId }) => organizationId))).toEqual(new Set([first.organizationId]));
  const other = await reuseWorld();
  expect(other.reusedOf(await other.scan(threeUnits(), { isReviewed: true, commitHash: hash }))).toEqual([]);
  const keys = (rows: typeof kept) => rows.flatMap(({ results }) => results.map(({ key }) => key));
  expect(keys(other.store.all('keptUnit')).filter((key) => keys(kept).includes(key))).toEqual([]);
});
