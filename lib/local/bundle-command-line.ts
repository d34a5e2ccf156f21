import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { inputsOf, storeBuild } from './build-folder.ts';

/** Files that locate others beside themselves, or belong to other commands. */
const unbundled = ['lib/local/sample/sample-advisories.ts', 'lib/local/import-advisories-into-folder.ts'];

/**
 * Bundles `bin/cli.ts`, which starts several times faster than its modules.
 * @param folder of the builds and their record.  @returns the path of the entry file.
 */
export const bundleCommandLine = async (root: string, folder: string): Promise<string> => {
  const startedAt = Date.now();
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { cli: 'bin/cli.ts' },
    outdir: join(folder, 'bundle'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    external: ['esbuild', '@vscode/tree-sitter-wasm', ...unbundled.map((path) => join(root, path))],
    // CommonJS packages use `require`, which a module does not have.
    banner: {
      js: "import { createRequire as createBundleRequire } from 'node:module';globalThis.require ??= createBundleRequire(import.meta.url);",
    },
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  return storeBuild(folder, {
    startedAt,
    inputs: inputsOf(root, [
      ...Object.keys(metafile.inputs),
      ...unbundled,
      'lib/local/bundle-command-line.ts',
    ]),
    entry: 'cli.js',
    write: (directory) => {
      for (const { path, contents } of outputFiles) writeFileSync(join(directory, basename(path)), contents);
    },
  });
};
