import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { bundleDirectory, bundleFunctions, sourceMapDirectory } from '#infra/bundle/bundle-functions.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const rare = '../rare.ts';
const directory = mkdtempSync(join(tmpdir(), 'scangate-sandboxes-'));

/** Makes a function whose sandbox shares one module with others, and loads another one on demand. */
const makeFunction = (name: string) => {
  const folder = join(directory, 'sources', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '..', 'shared.ts'), "export const shared = ['shared'];");
  writeFileSync(join(folder, '..', 'rare.ts'), "console.log('rare is loaded'); export const rare = 'rare';");
  writeFileSync(join(folder, 'handler.ts'), 'export const handler = async () => null;');
  const sandbox = [
    "import { shared } from '../shared.ts';",
    `if (process.argv[2] === 'rare') console.log((await import('${rare}')).rare);`,
    `console.log('${name}', shared);`,
  ];
  writeFileSync(join(folder, 'sandbox.ts'), sandbox.join('\n'));
  return { name, entry: relative(root, join(folder, 'handler.ts')) };
};

const names = ['first', 'second'];
const run = (name: string, ...given: string[]): string => {
  const entry = join(bundleDirectory(directory), name, `${name}.sandbox.mjs`);
  return execFileSync(process.execPath, [entry, ...given], { encoding: 'utf8' });
};

beforeAll(() => bundleFunctions(names.map(makeFunction), directory, { sourceMaps: true }));

test('a sandbox runs from the folder of its function, and loads shared parts on demand', () => {
  for (const name of names) {
    expect(run(name)).toBe(`${name} [ 'shared' ]\n`);
    expect(run(name, 'rare')).toBe(`rare is loaded\nrare\n${name} [ 'shared' ]\n`);
  }
});

test('nothing else is beside the folders of the functions, and each file has its source map', () => {
  expect(readdirSync(bundleDirectory(directory)).toSorted()).toEqual(names);
  for (const name of names) {
    const files = readdirSync(join(bundleDirectory(directory), name));
    const maps = readdirSync(join(sourceMapDirectory(directory), name));
    expect(maps.toSorted()).toEqual(files.map((file) => `${file}.map`).toSorted());
  }
});
