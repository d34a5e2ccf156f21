import { Readable } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { rememberBlobs } from '#app/remember-blobs.ts';
import type { BlobKey } from '#ports/blobs.ts';

const key = { area: 'results', organizationId: 'o', name: 'gate.json' };
let stored: MemoryBlobs;
let asked: string[];
let blobs: ReturnType<typeof rememberBlobs>;

beforeEach(() => {
  stored = new MemoryBlobs();
  asked = [];
  const counted =
    <T>(how: 'get' | 'open', run: (key: BlobKey) => Promise<T>) =>
    (of: BlobKey) => {
      asked.push(`${how} ${of.name}`);
      return run(of);
    };
  blobs = rememberBlobs({
    get: (of, options) => counted('get', () => stored.get(of, options))(of),
    open: counted('open', (of) => stored.open(of)),
    put: (of, body) => stored.put(of, body),
    remove: (of) => stored.remove(of),
  });
});

const textOf = async (content: Uint8Array | Readable | undefined): Promise<string | undefined> =>
  content &&
  Buffer.concat(await Array.fromAsync(content instanceof Readable ? content : [content])).toString();

test('an object that was written or read completely is not fetched again', async () => {
  await blobs.put(key, 'written');
  expect([await textOf(await blobs.get(key)), await textOf(await blobs.open(key))]).toEqual([
    'written',
    'written',
  ]);
  const other = { ...key, name: 'findings.json' };
  await stored.put(other, 'read');
  expect(await textOf(await blobs.open(other))).toBe('read');
  expect(await textOf(await blobs.get(other))).toBe('read');
  expect(asked).toEqual(['open findings.json']);
});

test('a missing, a removed, a large and a partly read object, and one of another area, is fetched each time', async () => {
  expect(await blobs.get(key)).toBeUndefined();
  await stored.put(key, 'there now');
  (await blobs.open(key))?.destroy();
  expect(await textOf(await blobs.get(key))).toBe('there now');
  await blobs.remove(key);
  expect(await blobs.get(key)).toBeUndefined();
  await blobs.put(key, 'x'.repeat(64 * 1024 + 1));
  expect(await textOf(await blobs.open(key))).toHaveLength(64 * 1024 + 1);
  const work = { ...key, area: 'work' };
  await blobs.put(work, 'of work');
  expect(await textOf(await blobs.get(work))).toBe('of work');
  expect(asked).toEqual(['get', 'open', 'get', 'get', 'open', 'get'].map((how) => `${how} gate.json`));
});

test('an object that is dropped, unread or half-read, releases its connection', async () => {
  await stored.put(key, 'x'.repeat(200_000));
  const bodies: Readable[] = [];
  const opening = rememberBlobs({
    get: (of) => stored.get(of),
    open: async (of) => {
      const body = await stored.open(of);
      if (body) bodies.push(body);
      return body;
    },
    put: (of, body) => stored.put(of, body),
    remove: (of) => stored.remove(of),
  });
  (await opening.open(key))?.destroy();
  const inPart = await opening.open(key);
  expect((await inPart?.[Symbol.asyncIterator]().next())?.done).toBe(false);
  inPart?.destroy();
  await expect.poll(() => bodies.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});

test('a caller that overwrites the bytes of an answer changes no later answer', async () => {
  await stored.put(key, 'unchanged');
  (await blobs.get(key))?.fill(0);
  for await (const piece of (await blobs.open(key)) ?? []) (piece as Uint8Array).fill(0);
  expect(await textOf(await blobs.get(key))).toBe('unchanged');
});

test('a limit in bytes applies to a remembered object, too, and at most 1 MB is remembered', async () => {
  await blobs.put(key, 'too long');
  await expect(blobs.get(key, { maxBytes: 3 })).rejects.toMatchObject({ code: 'body_too_large' });
  const names = Array.from({ length: 17 }, (_none, index) => ({ ...key, name: `${index}` }));
  for (const name of names) await blobs.put(name, 'x'.repeat(64 * 1024));
  asked = [];
  for (const name of names) await blobs.get(name);
  expect(asked).toEqual(['get 15', 'get 16']);
});
