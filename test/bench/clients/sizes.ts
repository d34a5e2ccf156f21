import { build } from 'esbuild';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleAction } from '#release/command-line-files.ts';
import openapi from '#contract/openapi.json' with { type: 'json' };
import type { Figure } from '../figures.ts';
import type { PackedCli } from './packed-cli.ts';

const root = join(import.meta.dirname, '../../..');

const clientBytes = async (): Promise<number> => {
  const entryPoints = ['lib/client/index.ts'];
  const options = { bundle: true, minify: true, format: 'esm', platform: 'browser', write: false } as const;
  const { outputFiles } = await build({ ...options, absWorkingDir: root, entryPoints });
  return outputFiles[0]?.contents.length ?? Number.NaN;
};

const commandLineBytes = (dist: string): number =>
  readdirSync(dist).reduce((sum, name) => sum + statSync(join(dist, name)).size, 0);

const bytes = (what: string, value: number, limit: number): Figure => ({
  section: 'Clients: sizes',
  what,
  unit: 'bytes',
  value,
  limit,
});

/** Measures what people download, and the document that clients are made of. */
export const sizeFigures = async ({ dist, packedBytes }: PackedCli): Promise<Figure[]> => {
  const { files } = await bundleAction(root);
  const action = files.reduce((sum, { contents }) => sum + contents.length, 0);
  const document = JSON.stringify(openapi);
  const operations = Object.values(openapi.paths).flatMap((methods) => Object.keys(methods)).length;
  return [
    bytes('the command line', commandLineBytes(dist), 860_000),
    bytes('the Action', action, 320_000),
    bytes('the client', await clientBytes(), 40_000),
    bytes('the packed command line', packedBytes, 400_000),
    bytes('OpenAPI, minified, an operation', Math.round(document.length / operations), 4_096),
    bytes('OpenAPI, minified and compressed', gzipSync(document).length, 120 * 1024),
  ];
};
