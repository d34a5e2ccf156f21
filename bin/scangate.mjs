// Starts the command line. A scan runs from a bundle, which is built when its sources have changed: a small scan then
// takes a fraction of the time of loading all modules. Plain JavaScript, since Node would otherwise load its TypeScript
// compiler for this file.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'build/cli');
enableCompileCache(join(root, 'node_modules/.cache/scangate'));

/** Returns the entry file of the bundle while it is there and none of its inputs has changed. */
const currentBundle = () => {
  try {
    const { entry, inputs } = JSON.parse(readFileSync(join(folder, 'current.json'), 'utf8'));
    const file = join(folder, entry);
    const isCurrent = inputs.every(([path, mtimeMs, sizeBytes]) => {
      const stat = statSync(join(root, path));
      return stat.mtimeMs === mtimeMs && stat.size === sizeBytes;
    });
    return isCurrent && existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
};

/** Builds the bundle. Without the bundler or a writable folder the modules are loaded instead. */
const newBundle = async () => {
  try {
    const { bundleCommandLine } = await import('../lib/local/bundle-command-line.ts');
    return await bundleCommandLine(root, folder);
  } catch {
    return undefined;
  }
};

const bundle = process.argv[2] === 'scan' ? (currentBundle() ?? (await newBundle())) : undefined;
await import(bundle === undefined ? './cli.ts' : pathToFileURL(bundle).href);
