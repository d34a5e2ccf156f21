import { build, type BuildOptions, type Metafile, type OutputFile } from 'esbuild';

/** A build of the command line: its files by name, and what they were made of. */
export interface CommandLineFiles {
  files: readonly OutputFile[];
  metafile: Metafile;
}

const common = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.21',
  mainFields: ['module', 'main'],
  // CommonJS packages use `require`, which a module does not have.
  banner: {
    js: "import { createRequire as createBundleRequire } from 'node:module';const require=createBundleRequire(import.meta.url);",
  },
  metafile: true,
  write: false,
  logLevel: 'silent',
} as const satisfies BuildOptions;

/**
 * Bundles the commands into one file, `cli.mjs`, without the engines.
 * @param engines the specifier by which the file imports them when somebody scans offline.
 */
export const bundleCommands = async (root: string, engines: string): Promise<CommandLineFiles> => {
  const { outputFiles, metafile } = await build({
    ...common,
    absWorkingDir: root,
    entryPoints: { cli: 'bin/cli.ts' },
    outdir: 'build',
    outExtension: { '.js': '.mjs' },
    minify: true,
    plugins: [
      {
        name: 'engines apart',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^\.\/offline\.ts$/ }, () => ({ path: engines, external: true })),
      },
    ],
  });
  return { files: outputFiles, metafile };
};

/**
 * Bundles what runs on this machine: the engines, the advisories and the reader of git.
 * @param options.outdir the place that relative imports of external files start from
 */
export const bundleEngines = async (
  root: string,
  options: { outdir: string; external?: readonly string[]; alias?: Record<string, string> },
): Promise<CommandLineFiles> => {
  const { external = [], alias = {}, outdir } = options;
  const { outputFiles, metafile } = await build({
    ...common,
    absWorkingDir: root,
    entryPoints: { offline: 'bin/offline.ts' },
    outdir,
    splitting: true,
    minify: true,
    external: ['esbuild', '@vscode/tree-sitter-wasm', ...external],
    alias,
  });
  return { files: outputFiles, metafile };
};
