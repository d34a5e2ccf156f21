import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Scan } from '@scangate/domain/records';
import { faultKinds, injectFaults, isRetryable, type FaultKind } from '../support/store/fault-injection.ts';
import { indexWorld, type Commit } from '../support/advisory-watch/index-world.ts';

/** The index follows by difference; a rebuild from scratch must give the same, whatever was cut on the way. */

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const edit = fc.record({
  unit: fc.constantFrom('root', 'web', 'api'),
  name: fc.constantFrom(...names),
  act: fc.constantFrom('set', 'set', 'set', 'remove', 'drop unit'),
  version: fc.integer({ min: 1, max: 3 }),
  needs: fc.option(fc.constantFrom(...names)),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

const edited = (commit: Commit, { unit, name, act, version, needs }: Edit): Commit => {
  const { [unit]: packages = {}, ...rest } = commit;
  if (act === 'drop unit') return rest;
  const { [name]: _old, ...others } = packages;
  if (act === 'remove') return { ...rest, [unit]: others };
  const dependsOn = needs !== null && needs !== name ? [needs] : [];
  return { ...rest, [unit]: { ...others, [name]: { version: `${version}.0.0`, dependsOn } } };
};

const rebuilt = async (commit: Commit) => {
  const fresh = indexWorld();
  await fresh.index(await fresh.scanOf(1, commit), 1);
  return fresh.content();
};

describe('after 500 random commits', () => {
  const history = fc.array(fc.array(edit, { minLength: 1, maxLength: 4 }), {
    minLength: 500,
    maxLength: 500,
  });

  test('the index equals a rebuild from scratch, and has one list for each unit', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (commits) => {
        const world = indexWorld();
        let commit: Commit = {};
        for (const [number, edits] of commits.entries()) {
          commit = edits.reduce(edited, commit);
          await world.index(await world.scanOf(number, commit), number);
          if (number % 100 === 99) expect(world.content()).toEqual(await rebuilt(commit));
        }
        expect(world.lists()).toHaveLength(world.store.all('indexedUnit').length);
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });

  test('the same is true when runs are interrupted, repeated or abandoned for the next commit', async () => {
    const cut = fc.record({
      edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
      call: fc.integer({ min: 1, max: 40 }),
      kind: fc.constantFrom<FaultKind>(...faultKinds),
      isRepeated: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(cut, { minLength: 500, maxLength: 500 }), async (runs) => {
        const world = indexWorld();
        let commit: Commit = {};
        for (const [number, { edits, call, kind, isRepeated }] of runs.entries()) {
          commit = edits.reduce(edited, commit);
          const scan = await world.scanOf(number, commit);
          const { ports } = injectFaults(world.ports, new Map([[call, kind]]));
          await world.index(scan, number, ports).catch((error: unknown) => {
            if (!isRetryable(error)) throw error;
          });
          if (isRepeated) await world.index(scan, number);
        }
        await world.index(await world.scanOf(runs.length, commit), runs.length);
        expect(world.content()).toEqual(await rebuilt(commit));
        const named = world.store.all('indexedUnit').flatMap(({ lists }) => lists);
        expect(world.lists()).toEqual(expect.arrayContaining(named.map((name) => `index/o-1/${name}`)));
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });
});

const before: Commit = {
  root: { a: { version: '1.0.0', dependsOn: ['b'] }, b: { version: '1.0.0' } },
  web: { c: { version: '1.0.0' } },
};
const after: Commit = { root: { a: { version: '2.0.0' }, d: { version: '1.0.0' } }, api: {} };

test.each([
  ['the first run', false],
  ['a run', true],
])('every call of %s may fail in every way, and a repetition completes it', async (_name, isFollowing) => {
  const calls = async (faults: ReadonlyMap<number, FaultKind>) => {
    const world = indexWorld();
    if (isFollowing) await world.index(await world.scanOf(1, before), 1);
    const scan = await world.scanOf(2, after);
    const injected = injectFaults(world.ports, faults);
    await world.index(scan, 2, injected.ports).catch(() => undefined);
    await world.index(scan, 2);
    expect(world.content()).toEqual(await rebuilt(after));
    expect(world.lists()).toHaveLength(world.store.all('indexedUnit').length);
    return injected.count();
  };
  const count = await calls(new Map());
  expect(count).toBeGreaterThan(10);
  for (let call = 1; call <= count; call++)
    for (const kind of faultKinds) await calls(new Map([[call, kind]]));
});

test('two scans that are indexed concurrently end with the newer one', async () => {
  for (let offset = 0; offset < 12; offset++) {
    const world = indexWorld();
    await world.index(await world.scanOf(1, before), 1);
    const older = await world.scanOf(2, { root: { x: { version: '1.0.0' } }, web: {} });
    const newer = await world.scanOf(3, after);
    const late = async (scan: Scan, number: number, turns: number): Promise<void> => {
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      await world.index(scan, number).catch(() => undefined);
    };
    await Promise.all([late(older, 2, 0), late(newer, 3, offset * 5)]);
    await world.index(newer, 3);
    await world.index(older, 2);
    expect(world.content()).toEqual(await rebuilt(after));
  }
});

test('a second run writes nothing', async () => {
  const world = indexWorld();
  const scan = await world.scanOf(1, before);
  await world.index(scan, 1);
  const stored = () => JSON.stringify([world.store.all('indexedUnit'), world.store.all('indexedComponent')]);
  const once = stored();
  await world.index(scan, 1);
  expect(stored()).toBe(once);
});
