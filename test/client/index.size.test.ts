import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Bundles as a page does: a module of Node would be an error. */
const bundle = async (entry: string, external: string[] = []) => {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    external,
    metafile: true,
    write: false,
  });
  return { bytes: outputFiles[0]?.contents.length ?? 0, inputs: Object.keys(metafile.inputs) };
};

test('the client takes at most 40 KB minified, of its own files only', async () => {
  const { bytes, inputs } = await bundle('lib/client/index.ts');
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(40_000);
  expect(inputs.filter((path) => !path.startsWith('lib/client/'))).toEqual([]);
  expect(inputs.filter((path) => path.includes('/generation/'))).toEqual([]);
});

test('the verification of webhooks runs without Node, too, and needs one package', async () => {
  const { inputs } = await bundle('lib/client/webhooks.ts', ['standardwebhooks']);
  expect(inputs.filter((path) => !path.startsWith('lib/client/'))).toEqual([]);
  const manifest = JSON.parse(readFileSync(join(root, 'lib/client/package.json'), 'utf8')) as object;
  expect(manifest).toHaveProperty('dependencies', { standardwebhooks: '1.1.1' });
});
