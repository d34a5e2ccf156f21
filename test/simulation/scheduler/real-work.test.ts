import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { expect, test } from 'vitest';
import { noticeRealWork } from './real-work.ts';
import { Scheduler } from './scheduler.ts';

const compress = promisify(deflateRaw);
const bytes = Buffer.from(Array.from({ length: 2_000_000 }, (_none, index) => (index * index) % 251));

test('nothing happens until another thread has compressed what a process waits for, and the process has gone on', async () => {
  noticeRealWork();
  const scheduler = new Scheduler(1, 0);
  const seen: string[] = [];
  scheduler.after(2, () => seen.push('later'));
  const work = async (): Promise<void> => {
    await scheduler.sleep(1);
    for (const number of [1, 2, 3]) {
      await compress(bytes);
      seen.push(`part ${number} of an archive`);
    }
  };
  const done = scheduler.start({ name: 'an export' }, work);
  await scheduler.runUntil(10);
  await done;
  expect(seen).toEqual(['part 1 of an archive', 'part 2 of an archive', 'part 3 of an archive', 'later']);
});

test('nothing happens until another thread has signed what a process waits for', async () => {
  noticeRealWork();
  const { subtle } = globalThis.crypto;
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await subtle.importKey('raw', Buffer.from('a secret'), hmac, false, ['sign', 'verify']);
  const long = Buffer.alloc(30_000_000);
  const scheduler = new Scheduler(1, 0);
  const seen: string[] = [];
  scheduler.after(2, () => seen.push('later'));
  const work = async (): Promise<void> => {
    await scheduler.sleep(1);
    const signature = await subtle.sign(hmac, key, long);
    seen.push('signed');
    seen.push((await subtle.verify(hmac, key, signature, long)) ? 'verified' : 'refused');
  };
  const done = scheduler.start({ name: 'a sign-in' }, work);
  await scheduler.runUntil(10);
  await done;
  expect(seen).toEqual(['signed', 'verified', 'later']);
});
