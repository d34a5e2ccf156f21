import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { consoleBucket } from '#local/console/console-bucket.ts';
import { consoleBuild } from '#local/console/console-build.ts';

test('the console is built once, for production, and a later start receives the same files', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'scangate-console-build-')), 'builds');
  const written = () => readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]);
  const files = await consoleBuild(folder);
  const writtenFirst = written();
  expect([await consoleBuild(folder), written()]).toEqual([files, writtenFirst]);
  const { inputs } = JSON.parse(readFileSync(join(folder, 'current.json'), 'utf8')) as { inputs: [string][] };
  const paths = inputs.map(([path]) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      'lib/apps/console/src/main.tsx',
      'lib/apps/console/vite.config.ts',
      'package-lock.json',
    ]),
  );
  expect(paths.filter((path) => path.includes('node_modules'))).toEqual([]);
  expect(process.env['NODE_ENV']).toBe('test');
});

test('its files are in the bucket as a deployment puts them there', async () => {
  const bucket = consoleBucket(await consoleBuild());
  expect(bucket.get('console/index.html')?.cacheControl).toBe('no-cache');
  const hashed = [...bucket].filter(([key]) => key.startsWith('console/assets/'));
  expect(hashed.length).toBeGreaterThan(5);
  for (const [, { cacheControl }] of hashed) expect(cacheControl).toContain('immutable');
  expect(consoleBucket(undefined).size).toBe(0);
});
