import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readBelow } from '@scangate/mcp/read-below';

let root = '';
let folder = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'scangate-below-'));
  folder = join(root, 'clone');
  mkdirSync(join(folder, 'app'), { recursive: true });
  writeFileSync(join(folder, 'app/package-lock.json'), 'inside');
  writeFileSync(join(root, 'secret'), 'secret');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = async (path: string): Promise<string> => new TextDecoder().decode(await readBelow(folder, path));

describe('a file below the folder', () => {
  test('is read by its path, by an absolute one, and by a link that stays below', async () => {
    symlinkSync('app', join(folder, 'link'));
    expect(await read('app/package-lock.json')).toBe('inside');
    expect(await read(join(folder, 'app/package-lock.json'))).toBe('inside');
    expect(await read('link/package-lock.json')).toBe('inside');
  });

  test('may begin with two dots that are part of its name', async () => {
    writeFileSync(join(folder, '..lock'), 'dots');
    expect(await read('..lock')).toBe('dots');
  });

  test('above 10 MB is refused before it is read', async () => {
    truncateSync(join(folder, 'app/package-lock.json'), 10_485_761);
    await expect(read('app/package-lock.json')).rejects.toMatchObject({ code: 'file_too_large' });
  });
});

test.each([
  '../secret',
  '/etc/passwd',
  '.',
  'app',
  '',
  'none',
  'app/../../secret',
  'out',
  'dir/secret',
  'a\u0000b',
])('%j is not a file below the folder', async (path) => {
  symlinkSync('../secret', join(folder, 'out'));
  symlinkSync('..', join(folder, 'dir'));
  await expect(read(path)).rejects.toMatchObject({ code: 'path_outside' });
});

test('a pipe is refused, without waiting for its other end', async () => {
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  await expect(read('pipe')).rejects.toMatchObject({ code: 'path_outside' });
});

test('a link that is changed while the file is read reveals nothing from outside', async () => {
  const [link, turned] = ['link', 'turned'].map((name) => join(folder, name)) as [string, string];
  const end = Date.now() + 300;
  const turn = async (): Promise<void> => {
    while (Date.now() < end) {
      for (const target of ['app/package-lock.json', '../secret']) {
        symlinkSync(target, turned);
        renameSync(turned, link);
        await new Promise(setImmediate);
      }
    }
  };
  symlinkSync('app/package-lock.json', link);
  const turning = turn();
  const seen = new Set<string>();
  while (Date.now() < end) seen.add(await read('link').catch(() => 'refused'));
  await turning;
  expect(seen.has('secret')).toBe(false);
  expect(seen.has('inside')).toBe(true);
});
