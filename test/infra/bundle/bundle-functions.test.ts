import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { bundleDirectory, bundleEntry, bundleFunctions } from '#infra/bundle/bundle-functions.ts';
import { bundleSizes } from '#infra/bundle/bundle-sizes.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const emptyFolder = () => mkdtempSync(join(tmpdir(), 'scangate-bundle-'));

const source = (answer: number) =>
  `import separator from 'legacy';\nexport const handler = async (): Promise<string> => separator + ${answer};\n`;

/** Two functions that share a CommonJS package, which requires a module of Node. */
const writeSources = () => {
  const folder = emptyFolder();
  const commonJs = join(folder, 'node_modules', 'legacy');
  mkdirSync(commonJs, { recursive: true });
  writeFileSync(join(commonJs, 'package.json'), '{"name":"legacy","main":"index.js"}');
  writeFileSync(join(commonJs, 'index.js'), "module.exports = require('node:path').sep + typeof __dirname;");
  return [1, 2].map((answer) => {
    const file = join(folder, `answer-${answer}.ts`);
    writeFileSync(file, source(answer));
    return { name: `answer-${answer}`, entry: relative(root, file) };
  });
};
const functions = writeSources();
const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();

describe('a bundle', () => {
  test('is one CommonJS file per function, and its source map is elsewhere', async () => {
    const directory = emptyFolder();
    await bundleFunctions(functions, directory);
    const bundles = ['functions/answer-1/index.cjs', 'functions/answer-2/index.cjs'];
    expect(await filesIn(directory)).toEqual(bundles);
    await bundleFunctions(functions, directory, { sourceMaps: true });
    expect(await filesIn(directory)).toEqual([
      ...bundles,
      'source-maps/answer-1/index.cjs.map',
      'source-maps/answer-2/index.cjs.map',
    ]);
  });

  test('runs, with CommonJS packages that use require and __dirname', async () => {
    const directory = emptyFolder();
    await bundleFunctions(functions, directory);
    const url = pathToFileURL(bundleEntry('answer-2', directory)).href;
    const { handler } = (await import(/* @vite-ignore */ url)) as { handler: () => Promise<string> };
    expect(await handler()).toMatch(/^[\\/]string2$/);
  });

  test('has the files of packages that its modules read as they run', async () => {
    const directory = emptyFolder();
    const entry = 'functions/api/get-docs-file/handler.ts';
    await bundleFunctions([{ name: 'get-docs-file', entry }], directory);
    expect(await filesIn(bundleDirectory(directory))).toEqual([
      'get-docs-file/index.cjs',
      'get-docs-file/node_modules/redoc/bundles/redoc.standalone.js',
      'get-docs-file/node_modules/redoc/bundles/redoc.standalone.js.LICENSE.txt',
      'get-docs-file/node_modules/redoc/package.json',
    ]);
  });

  test('is the same bytes from the same sources, wherever it is built, with source maps or without', async () => {
    const [here, there] = [emptyFolder(), emptyFolder()];
    await bundleFunctions(functions, here);
    await bundleFunctions(functions.toReversed(), there, { sourceMaps: true });
    for (const file of await filesIn(bundleDirectory(here))) {
      expect(readFileSync(join(bundleDirectory(there), file))).toEqual(
        readFileSync(join(bundleDirectory(here), file)),
      );
    }
  });

  test('takes its credentials from the environment, the only place where Lambda provides them', async () => {
    const directory = emptyFolder();
    const entry = 'functions/jobs/send-due-mails/handler.ts';
    await bundleFunctions([{ name: 'send-due-mails', entry }], directory);
    const bundle = readFileSync(bundleEntry('send-due-mails', directory), 'utf8');
    expect(bundle).toContain('AWS_SECRET_ACCESS_KEY');
    expect(bundle).not.toContain('AWS_CONTAINER_CREDENTIALS');
    expect(bundle).not.toContain('sso_start_url');
  });

  test('with a lazily loaded client loads neither it nor its dependencies at a start', async () => {
    const directory = emptyFolder();
    const file = join(emptyFolder(), 'handler.ts');
    const [store, blobs] = ['store', 'lazy/blobs'].map((name) => join(root, `lib/runtime/wire/${name}.ts`));
    writeFileSync(
      file,
      [
        `import { wireStore } from '${store}';`,
        `import { wireLazyBlobReader } from '${blobs}';`,
        'export const handler = () => [wireStore(), wireLazyBlobReader()];',
      ].join('\n'),
    );
    await bundleFunctions([{ name: 'lazy', entry: relative(root, file), loadsOnDemand: true }], directory);
    const [{ bytes, startBytes } = { bytes: 0, startBytes: 0 }] = await bundleSizes(directory);
    expect(startBytes).toBeLessThan(270_000);
    expect(bytes).toBeGreaterThan(startBytes + 150_000);
    const load = `const { handler } = require(process.argv[1]); handler();
      console.log(Object.keys(require.cache).length, Boolean(process.moduleLoadList.find((name) => name.includes('undici'))));`;
    const child = spawnSync(process.execPath, ['--eval', load, bundleEntry('lazy', directory)], {
      env: { CORE_TABLE: 'core', AWS_REGION: 'eu-central-1' },
      encoding: 'utf8',
    });
    const [loaded, undici] = child.stdout.trim().split(' ');
    expect([child.stderr, undici]).toEqual(['', 'false']);
    const files = await filesIn(join(bundleDirectory(directory), 'lazy'));
    expect(Number(loaded)).toBeLessThan(files.length);
  });

  test('of a removed function is deleted', async () => {
    const directory = emptyFolder();
    await bundleFunctions(functions, directory);
    await bundleFunctions(functions.slice(0, 1), directory);
    expect(await filesIn(bundleDirectory(directory))).toEqual(['answer-1/index.cjs']);
  });

  test('is measured plain and compressed, the largest first', async () => {
    const directory = emptyFolder();
    await bundleFunctions(functions, directory);
    const sizes = await bundleSizes(directory);
    expect(sizes.map(({ name }) => name).toSorted()).toEqual(['answer-1', 'answer-2']);
    const [largest, other] = sizes;
    expect(largest?.bytes).toBeGreaterThanOrEqual(other?.bytes ?? Infinity);
    expect(largest?.bytes).toBe(
      readFileSync(join(bundleDirectory(directory), largest?.name ?? '', 'index.cjs')).length,
    );
    expect(largest?.gzipBytes).toBeGreaterThan(0);
  });

  test('of an entry that does not exist is rejected by name', async () => {
    const missing = { name: 'missing', entry: 'functions/missing/handler.ts' };
    await expect(bundleFunctions([missing], emptyFolder())).rejects.toThrow(
      /functions\/missing\/handler\.ts/,
    );
  });
});
