/**
 * Runs before `npm pack`: builds JavaScript and declarations, and lets package.json name them. In this repository the package
 * is its sources.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedManifest, type Manifest } from './published-manifest.ts';

const folder = join(import.meta.dirname, '..');
const manifest = join(folder, 'package.json');
const kept = join(folder, 'package.source.json');

rmSync(join(folder, 'dist'), { recursive: true, force: true });
const compiler = join(folder, 'node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [compiler, '-p', join(import.meta.dirname, 'tsconfig.json')], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
// A run that was killed has left the original here.
if (!existsSync(kept)) renameSync(manifest, kept);
const published = publishedManifest(JSON.parse(readFileSync(kept, 'utf8')) as Manifest);
writeFileSync(manifest, `${JSON.stringify(published, undefined, 2)}\n`);
