import { build, type BuildOptions, type OutputFile } from 'esbuild';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sandboxOf } from '#infra/bundle/bundle-functions.ts';
import { cloudTarget, excludedModules, fileNames } from '#infra/bundle/cloud-options.ts';
import { asCommonJs } from '#infra/bundle/to-common-js.ts';
import { StartFailure } from '@scangate/emulator-host/start-failure';

export interface FunctionEntry {
  name: string;
  /** Module that exports the handler, relative to the repository. */
  entry: string;
}

const root = join(import.meta.dirname, '..', '..');

/** Links the packages that are not bundled, so that bundles find them from any folder. */
const linkPackages = (outdir: string): void => {
  const link = join(outdir, 'node_modules');
  if (!existsSync(link)) symlinkSync(join(root, 'node_modules'), link, 'junction');
};

const modules: BuildOptions = {
  ...cloudTarget,
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: 'esm',
  mainFields: ['module', 'main'],
  external: [...excludedModules],
  metafile: true,
  write: false,
  logLevel: 'silent',
};

/** Handlers are CommonJS as in the cloud; the bundler splits ES modules only, so each part becomes CommonJS afterwards. */
const handlers: BuildOptions = {
  ...modules,
  ...fileNames,
  outExtension: { '.js': '.cjs' },
  chunkNames: 'shared-[hash]',
};

/** A sandbox awaits its parsers as it loads, which only an ES module can. */
const sandboxes: BuildOptions = {
  ...modules,
  outExtension: { '.js': '.mjs' },
  chunkNames: 'sandbox-[hash]',
  // CommonJS packages call `require` for Node's modules, which an ES module does not have.
  banner: {
    js: "import{createRequire as createRequireOfNode}from'node:module';const require=createRequireOfNode(import.meta.url);",
  },
};

const writeCommonJs = async ({ path, text }: OutputFile): Promise<void> =>
  writeFile(path, (await asCommonJs(text)).code);

const writeModule = ({ path, contents }: OutputFile): Promise<void> => writeFile(path, contents);

/**
 * Bundles all functions in one run, so that shared code is built once.
 * @returns the paths of the bundled sources, relative to the repository.
 * @throws StartFailure that names a missing function or the build error.
 */
export const bundleFunctions = async (
  entries: readonly FunctionEntry[],
  outdir: string,
): Promise<string[]> => {
  const missing = entries.filter(({ entry }) => !existsSync(join(root, entry)));
  if (missing.length > 0) {
    throw new StartFailure(`These functions are missing: ${missing.map(({ entry }) => entry).join(', ')}.`);
  }
  mkdirSync(outdir, { recursive: true });
  const bundle = async (
    functions: readonly FunctionEntry[],
    options: BuildOptions,
    write: (file: OutputFile) => Promise<void>,
  ): Promise<string[]> => {
    const entryPoints = functions.map(({ name, entry }) => ({ in: entry, out: name }));
    const { outputFiles = [], metafile } = await build({ ...options, entryPoints, outdir });
    await Promise.all(outputFiles.map(write));
    return Object.keys(metafile?.inputs ?? {});
  };
  try {
    const sources = await Promise.all([
      bundle(entries, handlers, writeCommonJs),
      bundle(entries.flatMap(sandboxOf), sandboxes, writeModule),
    ]);
    linkPackages(outdir);
    return [...new Set(sources.flat())];
  } catch (error) {
    const [first = 'esbuild failed'] = String((error as Error).message)
      .split('\n')
      .slice(1);
    throw new StartFailure(`The functions do not build: ${first}`);
  }
};
