import { build } from 'esbuild';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { excludedModules } from '#infra/bundle.ts';
import { StartFailure } from '@scangate/emulator-host/start-failure';

export interface FunctionEntry {
  name: string;
  /** Module that exports the handler, relative to the repository. */
  entry: string;
}

const root = join(import.meta.dirname, '..', '..');

/** What is not bundled is found where npm put it, wherever the bundles are. */
const linkPackages = (outdir: string): void => {
  const link = join(outdir, 'node_modules');
  if (!existsSync(link)) symlinkSync(join(root, 'node_modules'), link, 'junction');
};

/**
 * Bundles all functions in one run: what they share is built once and loaded from the same chunks.
 * @throws StartFailure naming what is missing or does not build.
 */
export const bundleFunctions = async (entries: readonly FunctionEntry[], outdir: string): Promise<void> => {
  const missing = entries.filter(({ entry }) => !existsSync(join(root, entry)));
  if (missing.length > 0) {
    throw new StartFailure(`These functions are missing: ${missing.map(({ entry }) => entry).join(', ')}.`);
  }
  try {
    await build({
      absWorkingDir: root,
      entryPoints: entries.map(({ name, entry }) => ({ in: entry, out: name })),
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
      // CommonJS packages ask for Node's modules by `require`, which a module does not have.
      banner: {
        js: "import{createRequire as createRequireOfNode}from'node:module';const require=createRequireOfNode(import.meta.url);",
      },
      logLevel: 'silent',
    });
  } catch (error) {
    const [first = 'esbuild failed'] = String((error as Error).message)
      .split('\n')
      .slice(1);
    throw new StartFailure(`The functions do not build: ${first}`);
  }
  linkPackages(outdir);
};
