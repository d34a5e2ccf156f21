import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { bundleFunctions, bundleDirectory } from '#infra/bundle.ts';
import { allFunctions } from '#infra/functions.ts';

describe('the parser of source code', () => {
  const directory = mkdtempSync(join(tmpdir(), 'scangate-parser-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  test('is copied beside the scanning function, is loaded from there, and is small', async () => {
    await bundleFunctions(
      allFunctions().filter(({ name }) => name === 'scan-unit' || name === 'finish-scan'),
      directory,
    );
    const bundle = join(bundleDirectory(directory), 'scan-unit');
    const require = createRequire(join(bundle, 'index.mjs'));
    expect(require.resolve('@vscode/tree-sitter-wasm').startsWith(bundle)).toBe(true);
    const loaded = (await import(pathToFileURL(join(bundle, 'index.mjs')).href)) as object;
    expect(loaded).toHaveProperty('handler');

    expect(await readdir(join(bundleDirectory(directory), 'finish-scan'))).toEqual(['index.mjs']);
    const files = await readdir(bundle, { recursive: true });
    const sizes = await Promise.all(files.map(async (file) => (await stat(join(bundle, file))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(10_000_000);
  });
});
