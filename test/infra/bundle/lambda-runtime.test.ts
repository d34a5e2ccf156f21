import { build, type BuildOptions } from 'esbuild';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { commonJs } from '#infra/bundle/cloud-options.ts';
import { lambdaRuntime, replacements } from '#infra/bundle/lambda-runtime.ts';

const bundled = async (options: BuildOptions) =>
  build({ ...commonJs, ...options, sourcemap: false, write: false, metafile: true });

test('every replacement finds its module in a bundle of the clients', async () => {
  const clients = [
    'client-dynamodb',
    'lib-dynamodb',
    'client-s3',
    'client-lambda',
    'client-sfn',
    'client-kms',
  ];
  const contents = clients
    .map((name) => `export * as _${name.replace('-', '_')} from '@aws-sdk/${name}';`)
    .concat("export * as zod from 'zod';")
    .join('\n');
  const { metafile } = await bundled({ stdin: { contents, resolveDir: import.meta.dirname } });
  const inputs = Object.keys(metafile.inputs);
  const met = replacements.map(({ filter }) => inputs.filter((path) => filter.test(path)).length);
  expect(met).toEqual(replacements.map(() => 1));
});

test('a module that differs from the one that its replacement was written for fails the build', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'scangate-replaced-')), '@smithy/core/next/Crc32Js.js');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'export class Crc32Js { digestLength = 8; }');
  const built = bundled({
    entryPoints: [file],
    absWorkingDir: dirname(file),
    plugins: [lambdaRuntime],
    inject: [],
  });
  await expect(built).rejects.toThrow('is not the module that lib/infra/bundle/lambda-runtime.ts replaces');
});
