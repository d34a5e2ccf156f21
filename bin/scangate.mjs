// Starts the command line from a bundle, which is built when its sources have changed: a small scan then takes a
// fraction of the time of loading all modules. Plain JavaScript, since Node would otherwise load its TypeScript
// compiler for this file.
import { currentBuild } from '../lib/local/current-build.mjs';

const { enableCompileCache } = process.getBuiltinModule('node:module');
const { join } = process.getBuiltinModule('node:path');
const { pathToFileURL } = process.getBuiltinModule('node:url');

const root = join(import.meta.dirname, '..');
const folder = join(root, 'build/cli');
// The service of this checkout has its data here, and uses what is imported.
process.env.SCANGATE_DATA ||= join(root, '.scangate');
enableCompileCache(join(root, 'node_modules/.cache/scangate'));

/** Builds the bundle. Without the bundler or a writable folder the modules are loaded instead. */
const newBundle = async () => {
  try {
    const { bundleCommandLine } = await import('../lib/release/bundle-command-line.ts');
    return await bundleCommandLine(root, folder);
  } catch (error) {
    process.stderr.write(
      `Starting from the sources, since no bundle was made: ${String(error).split('\n')[0]}\n`,
    );
    return undefined;
  }
};

const bundle = currentBuild(root, folder) ?? (await newBundle());
await import(bundle === undefined ? './cli.ts' : pathToFileURL(bundle).href);
