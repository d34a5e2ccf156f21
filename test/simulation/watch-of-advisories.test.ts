import { describe, expect, test } from 'vitest';
import { cvss, osvRecord, vector } from '../engines/sca/advisory-fixtures.ts';
import { packageLock } from '../support/scans/judged-scans.ts';
import { faultKinds, injectFaults, type FaultKind } from '../support/store/fault-injection.ts';
import { watchWorld } from '../support/advisory-watch/watch-world.ts';
import { later, noon } from '../support/world.ts';

/**
 * The watch may be interrupted anywhere, run concurrently with itself, and meet a scan: it reports
 * everything once.
 */

const advisory = (id: string, name: string) =>
  osvRecord({
    id,
    name,
    events: [{ introduced: '0' }, { fixed: '9.0.0' }],
    severity: cvss(vector.critical),
  });
const other = advisory('GHSA-other', 'other');
const [leaf, stem] = [advisory('GHSA-leaf', 'leaf'), advisory('GHSA-stem', 'stem')];
const files = {
  'package-lock.json': packageLock(
    { stem: '1' },
    { stem: { version: '1.0.0', dependencies: { leaf: '1' } }, leaf: { version: '1.0.0' } },
  ),
};

const watchedWorld = async () => {
  const world = await watchWorld();
  await world.publish([other], noon);
  await world.watch(noon);
  await world.follow(await world.scan(files), noon);
  return world;
};
type World = Awaited<ReturnType<typeof watchedWorld>>;

/** Shows the watch as a person sees it, without the times of the run. */
const seen = (world: World) => ({
  findings: world.store
    .all('trackedFinding')
    .map(({ rule, state }) => `${rule} ${state}`)
    .toSorted(),
  opened: world.store.all('trend').reduce((sum, { opened }) => sum + opened, 0),
  matched: world
    .events('advisory.matched')
    .flatMap(({ after }) => (after?.['packages'] as { purl: string }[] | undefined) ?? [])
    .map(({ purl }) => purl)
    .toSorted(),
  introduced: world
    .events('finding.introduced')
    .flatMap(({ after }) => (after?.['findings'] as { rule: string }[] | undefined) ?? [])
    .map(({ rule }) => rule)
    .toSorted(),
  mails: world.store.all('mail').filter(({ kind }) => kind === 'advisory_digest').length,
});
const everything = {
  findings: ['GHSA-leaf open', 'GHSA-stem open'],
  opened: 2,
  matched: ['pkg:npm/leaf', 'pkg:npm/stem'],
  introduced: ['GHSA-leaf', 'GHSA-stem'],
  mails: 1,
};

describe('an interrupted watch', () => {
  test('at any call and in any way, is completed by the next run, and reports nothing twice', async () => {
    const play = async (faults: ReadonlyMap<number, FaultKind>): Promise<number> => {
      const world = await watchedWorld();
      await world.publish([other, leaf, stem], later(60));
      const injected = injectFaults(world.ports, faults);
      await world.watch(later(120), {}, injected.ports).catch(() => undefined);
      await world.watch(later(180));
      expect(seen(world)).toEqual(everything);
      expect(await world.watch(later(240))).toBe(0);
      return injected.count();
    };
    const calls = await play(new Map());
    expect(calls).toBeGreaterThan(25);
    for (let call = 1; call <= calls; call++)
      for (const kind of faultKinds) await play(new Map([[call, kind]]));
  });

  test('keeps the time of its first run, so that opened findings are found again', async () => {
    const world = await watchedWorld();
    await world.publish([other, leaf], later(60));
    await world.match(later(120));
    await world.watch(later(3600));
    expect(world.store.all('trackedFinding')).toMatchObject([{ openedAt: later(120).toISOString() }]);
  });

  test('continues to a snapshot that was published meanwhile', async () => {
    const world = await watchedWorld();
    await world.publish([other, leaf], later(60));
    await world.match(later(120));
    await world.publish([other, leaf, stem], later(180));
    await world.watch(later(240));
    expect(seen(world)).toEqual(everything);
  });
});

describe('two snapshots that are published concurrently', () => {
  test('are both matched, whichever execution is first', async () => {
    for (let turns = 0; turns < 10; turns++) {
      const world = await watchedWorld();
      await world.publish([other, leaf], later(60));
      const late = async (): Promise<void> => {
        for (let turn = 0; turn < turns * 6; turn++) await Promise.resolve();
        await world.publish([other, leaf, stem], later(61));
        await world.watch(later(121));
      };
      await Promise.all([world.watch(later(120)), late()]);
      await world.watch(later(180));
      expect(seen(world)).toEqual(everything);
    }
  });

  test('leave no finding open for a record that only the first of them has', async () => {
    const world = await watchedWorld();
    await world.publish([other, leaf], later(60));
    const matched = await world.match(later(120));
    await world.publish([other, stem], later(121));
    const items = world.stored.get(matched.list?.key ?? '') ?? [];
    expect(items).toHaveLength(1);
    await world.watch(later(180));
    expect(seen(world).findings).toEqual(['GHSA-stem open']);
  });
});

describe('a scan that ends while a snapshot is published', () => {
  test('requests the watch when it was judged with the previous snapshot', async () => {
    const world = await watchedWorld();
    const scan = await world.scan({
      'package-lock.json': packageLock({ twig: '1' }, { twig: { version: '1.0.0' } }),
    });
    await world.publish([other, advisory('GHSA-twig', 'twig')], later(60));
    expect(await world.watch(later(120))).toBe(0);
    await world.follow(scan, later(130));
    expect(world.requests).toMatchObject([{ units: [{ repositoryId: world.repository.repositoryId }] }]);
    await world.watch(later(140), world.requests[0]);
    expect(seen(world).findings).toEqual(['GHSA-twig open']);
    expect(seen(world).introduced).toEqual(['GHSA-twig']);
  });

  test('requests nothing when it was judged with the newest one', async () => {
    const world = await watchedWorld();
    await world.publish([other, leaf], later(60));
    await world.watch(later(120));
    await world.follow(await world.scan(files), later(130));
    expect(world.requests).toEqual([]);
  });
});

test('the findings after a snapshot equal those of a scan with it', async () => {
  const watched = await watchedWorld();
  await watched.publish([leaf, stem], later(60));
  await watched.watch(later(120));
  const scanned = await watchWorld();
  await scanned.publish([leaf, stem], noon);
  await scanned.follow(await scanned.scan(files), noon);
  const of = (world: World) =>
    world.store
      .all('trackedFinding')
      .map(({ rule, state, severity, title, packageVersion }) => [
        rule,
        state,
        severity,
        title,
        packageVersion,
      ])
      .toSorted();
  expect(of(watched)).toEqual(of(scanned));
});
