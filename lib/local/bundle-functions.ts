import { build } from 'esbuild';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxOf } from '#infra/bundle/bundle-functions.ts';
import { excludedModules } from '#infra/bundle/cloud-options.ts';
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
  try {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: entries
        .flatMap((fn) => [fn, ...sandboxOf(fn)])
        .map(({ name, entry }) => ({ in: entry, out: name })),
      outdir,
      bundle: true,
      splitting: true,
      platform: 'node',
      target: 'node24',
      format: 'esm',
      outExtension: { '.js': '.mjs' },
      chunkNames: 'shared-[hash]',
      mainFields: ['module', 'main'],
      external: [...excludedModules],
      // CommonJS packages call `require` for Node's modules, which an ES module does not have.
      banner: {
        js: "import{createRequire as createRequireOfNode}from'node:module';const require=createRequireOfNode(import.meta.url);",
      },
      metafile: true,
      logLevel: 'silent',
    });
    linkPackages(outdir);
    return Object.keys(metafile.inputs);
  } catch (error) {
    const [first = 'esbuild failed'] = String((error as Error).message)
      .split('\n')
      .slice(1);
    throw new StartFailure(`The functions do not build: ${first}`);
  }
};
