import { GitFailure } from '@scangate/git';
import { openSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FetchedPack } from '@scangate/git/pack/fetched-pack';
import { objectId, sha1 } from '@scangate/git/object-format';
import { PackFile } from '@scangate/git/pack/pack-file';
import { WorkBudget } from '@scangate/git/pack/work-budget';
import { walkCommit } from '@scangate/git/walk-commit';
import { bombOf, deltaSize, packEntry, packOf } from '#test/support/git/pack-writer.ts';
import {
  failureOf,
  git,
  limits,
  makeDirectory,
  makeRepository,
  incompressibleBytes,
  readAll,
} from '#test/support/git/test-repository.ts';
import { runs } from '#test/support/runs/samples.ts';

const { signal } = new AbortController();
const mebibyte = 1024 * 1024;
const bounds = { maxBytes: 4 * mebibyte, maxObjects: 1000 };

const indexed = async (pack: Buffer, workBytes = 256 * mebibyte): Promise<FetchedPack> => {
  const path = join(makeDirectory(), 'pack');
  writeFileSync(path, pack);
  return FetchedPack.index(
    new PackFile(openSync(path, 'r'), sha1, new WorkBudget(workBytes)),
    bounds,
    signal,
  );
};

const blob = (content: Buffer) => ({ type: 'blob' as const, content });
const idOf = (content: Buffer): string => objectId(sha1, blob(content));
const text = Buffer.from('what deltas are made from');
const nothing = Buffer.alloc(0);

/** Creates a delta that copies the base and appends a letter. */
const appending = (base: Buffer, letter: string): Buffer =>
  Buffer.from([
    ...deltaSize(base.length),
    ...deltaSize(base.length + 1),
    0x90,
    base.length,
    1,
    letter.charCodeAt(0),
  ]);

test('a delta finds its base before or after it, by offset or by id', async () => {
  const base = packEntry(blob(text));
  const a = Buffer.concat([text, Buffer.from('a')]);
  const b = Buffer.concat([a, Buffer.from('b')]);
  const byId = packEntry({ type: 'id-delta', content: appending(a, 'b'), base: idOf(a) });
  const byDistance = packEntry({ type: 'offset-delta', content: appending(text, 'a'), base: base.length });
  const pack = await indexed(packOf([byId, base, byDistance]));
  for (const content of [text, a, b]) expect(pack.read(idOf(content), 100)).toEqual(blob(content));
});

test('a reversed chain of deltas is resolved link by link, each once', async () => {
  const links = Array.from({ length: 900 }, (_, at) => Buffer.from(`link ${at}`));
  const deltas = links.map((content, at) => {
    const { length } = links[at - 1] ?? text;
    const delta = Buffer.from([
      ...deltaSize(length),
      ...deltaSize(content.length),
      content.length,
      ...content,
    ]);
    return packEntry({ type: 'id-delta', content: delta, base: idOf(links[at - 1] ?? text) });
  });
  const pack = await indexed(packOf([...deltas.toReversed(), packEntry(blob(text))]), mebibyte / 2);
  expect(pack.read(idOf(links.at(-1) ?? nothing), 100)).toEqual(blob(links.at(-1) ?? nothing));
});

test('10 GiB in one file are not unpacked', async () => {
  const compressed = bombOf(10);
  expect(compressed.length).toBeLessThan(16 * mebibyte);
  const honest = packEntry({ ...blob(nothing), declaredBytes: 10 * 1024 * mebibyte, compressed });
  expect(await failureOf(indexed(packOf([honest])))).toMatchObject({ reason: 'too_large' });
  for (const declaredBytes of [0, 1000, 2 * mebibyte, 200 * mebibyte]) {
    const lying = packEntry({ ...blob(nothing), declaredBytes, compressed });
    expect(await failureOf(indexed(packOf([lying])))).toMatchObject({ reason: 'invalid_repository' });
  }
});

test('an object over the limit has an id that its content proves, alone or as a delta of another', async () => {
  const large = incompressibleBytes(5 * mebibyte);
  const longer = Buffer.concat([large, Buffer.from('x')]);
  const copies = Array.from({ length: 5 }, (_, at) => [0xf4, at * 16, 0, 0, 16]).flat();
  const delta = Buffer.from([
    ...deltaSize(large.length),
    ...deltaSize(longer.length),
    ...copies,
    1,
    'x'.charCodeAt(0),
  ]);
  const base = packEntry(blob(large));
  const byDistance = packEntry({ type: 'offset-delta', content: delta, base: base.length });
  const byId = packEntry({ type: 'id-delta', content: delta, base: idOf(large) });
  for (const entries of [
    [base, byDistance],
    [base, byId],
    [byId, base],
  ]) {
    const pack = await indexed(packOf(entries));
    for (const content of [large, longer]) expect(pack.read(idOf(content), 100)).toBe('too_large');
    expect(pack.read(idOf(text), 100)).toBeUndefined();
  }
});

test('deltas that inflate a file are skipped, many smaller ones are stopped', async () => {
  const base = packEntry(blob(incompressibleBytes(mebibyte)));
  const times = (count: number): Buffer =>
    Buffer.from([
      ...deltaSize(mebibyte),
      ...deltaSize(count * 0xff0000),
      ...Array.from({ length: count }, () => [0xe0, 0xff, 0xff]).flat(),
    ]);
  const huge = packEntry({ type: 'offset-delta', content: times(5000), base: base.length });
  const small = blob(Buffer.from('small'));
  const pack = await indexed(packOf([base, huge, packEntry(small)]));
  expect(pack.read(idOf(small.content), 100)).toEqual(small);

  const whole = [...deltaSize(mebibyte), ...deltaSize(3 * mebibyte)];
  const copy = Buffer.from([...whole, ...[0, 1, 2].flatMap(() => [0xc0, 0x10])]);
  const entries = [base];
  for (let distance = base.length; entries.length < 200;) {
    const entry = packEntry({ type: 'offset-delta', content: copy, base: distance });
    entries.push(entry);
    distance += entry.length;
  }
  expect(await failureOf(indexed(packOf(entries)))).toMatchObject({ reason: 'too_large' });
});

test('many files that are each within the limits are stopped together', async () => {
  const entry = packEntry(blob(Buffer.alloc(3 * mebibyte)));
  const pack = packOf(Array<Buffer>(100).fill(entry));
  expect(pack.length).toBeLessThan(mebibyte);
  expect(await failureOf(indexed(pack))).toMatchObject({ reason: 'too_large' });
});

const deltas: [string, number[]][] = [
  ['copies from outside its base', [...deltaSize(25), ...deltaSize(5), 0x91, 24, 5]],
  ['writes more than it declares', [...deltaSize(25), ...deltaSize(2), 3, 65, 66, 67]],
  ['writes less than it declares', [...deltaSize(25), ...deltaSize(9), 1, 65]],
  ['is for another base', [...deltaSize(24), ...deltaSize(1), 1, 65]],
  ['is cut off in a copy', [...deltaSize(25), ...deltaSize(1), 0x9f, 0]],
  ['is cut off in an insert', [...deltaSize(25), ...deltaSize(5), 5, 65]],
  ['has a reserved command', [...deltaSize(25), ...deltaSize(1), 0]],
  ['has no end of its length', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
  ['is empty', []],
];
test.each(deltas)('a delta that %s is damaged', async (_, bytes) => {
  const base = packEntry(blob(text));
  const delta = packEntry({ type: 'offset-delta', content: Buffer.from(bytes), base: base.length });
  expect(await failureOf(indexed(packOf([base, delta])))).toMatchObject({ reason: 'invalid_repository' });
});

test('a base outside the pack, or a cycle, is never found', async () => {
  const outside = packEntry({ type: 'offset-delta', content: appending(text, 'a'), base: 1000 });
  expect(await failureOf(indexed(packOf([outside])))).toMatchObject({ reason: 'invalid_repository' });
  const [a, b] = ['a', 'b'].map((letter) => idOf(Buffer.from(letter)));
  const onA = packEntry({ type: 'id-delta', content: appending(text, 'a'), base: a ?? '' });
  const onB = packEntry({ type: 'id-delta', content: appending(text, 'b'), base: b ?? '' });
  const pack = await indexed(packOf([onA, onB]));
  expect(pack.read(a ?? '', 100)).toBeUndefined();
});

test.each([
  ['nothing', nothing],
  ['no pack', Buffer.from('<html>this is a page, not a pack</html>')],
  ['version 4', Buffer.from('PACK\0\0\0\u0004\0\0\0\0')],
  ['fewer entries than it states', packOf([packEntry(blob(text))], 3)],
  ['an entry without a type', packOf([Buffer.from([0x05, 0, 0])])],
])('%s instead of a pack is damaged', async (_, pack) => {
  expect(await failureOf(indexed(pack))).toMatchObject({ reason: 'invalid_repository' });
});

test('a pack with too many objects is refused before it is read', async () => {
  const pack = packOf([packEntry(blob(text))], 0xffffffff);
  expect(await failureOf(indexed(pack))).toMatchObject({ reason: 'too_large' });
});

test('an altered pack gives the original files or a failure, never other files', async () => {
  const base = incompressibleBytes(2000).toString('hex');
  const contents = { 'a/one': base, 'a/two': `${base}!`, 'b/three': `${base.slice(5)}`, four: 'short' };
  const repository = makeRepository(contents);
  git(repository, ['repack', '-adfq']);
  const head = git(repository, ['rev-parse', 'HEAD']);
  const folder = join(repository, '.git/objects/pack');
  const name = readdirSync(folder).find((file) => file.endsWith('.pack')) ?? '';
  const pristine = readFileSync(join(folder, name));
  const alteration = fc.record({
    at: fc.nat(pristine.length - 1),
    xor: fc.integer({ min: 0, max: 255 }),
    cut: fc.option(fc.nat(pristine.length), { freq: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(alteration, async ({ at, xor, cut }) => {
      const altered = Buffer.from(pristine);
      altered[at]! ^= xor;
      const whole = indexed(altered.subarray(0, cut ?? altered.length)).then((pack) =>
        readAll(walkCommit(pack, head, { limits, signal })),
      );
      const result = await whole.catch((error: unknown) => error);
      if (result instanceof GitFailure) return;
      const left = { skipped: [] as unknown[], ...(result as object) };
      const named = new Set(left.skipped.map((skip) => (skip as { path: string }).path));
      const present = Object.entries(contents).filter(([path]) => !named.has(path));
      expect(left).toMatchObject({ files: Object.fromEntries(present) });
    }),
    { numRuns: runs(500) },
  );
});
