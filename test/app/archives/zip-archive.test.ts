import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import { afterEach, expect, test, vi } from 'vitest';
import { addToZip, timeInZip, writeZip } from '#app/archives/zip-archive.ts';

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

test.each(['America/New_York', 'Asia/Kolkata'])('a zip has the same bytes in %s as in UTC', async (zone) => {
  const digestIn = async (timeZone: string): Promise<string> => {
    vi.stubEnv('TZ', timeZone);
    const { sha256 } = await writeZip(
      async (zip) => {
        await addToZip(
          zip,
          { path: 'a.txt', content: 'a' },
          { ...timeInZip('2026-03-29T02:30:00.000Z'), compress: false },
        );
        zip.end();
      },
      async (stream) => void (await stream.toArray()),
    );
    vi.unstubAllEnvs();
    return sha256;
  };
  expect(await digestIn(zone)).toBe(await digestIn('UTC'));
});
