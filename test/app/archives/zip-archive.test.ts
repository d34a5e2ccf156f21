import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import { afterEach, expect, test } from 'vitest';
import { addToZip } from '#app/archives/zip-archive.ts';

const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);
process.on('unhandledRejection', note);
afterEach(() => void process.off('unhandledRejection', note));

test('a path that a zip refuses leaves no rejection behind when its content fails later', async () => {
  const content = new PassThrough();
  await expect(addToZip(new ZipFile(), { path: '/absolute', content }, {})).rejects.toThrow('absolute path');
  content.destroy(new Error('late'));
  await setImmediate();
  await setImmediate();
  expect(unhandled).toEqual([]);
});

test('content whose stream fails makes its file fail', async () => {
  const content = new PassThrough();
  const added = addToZip(new ZipFile(), { path: 'a.txt', content }, {});
  content.destroy(new Error('broken'));
  await expect(added).rejects.toThrow('broken');
});
