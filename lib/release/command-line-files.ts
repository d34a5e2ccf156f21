import { join } from 'node:path';
import { build, type BuildOptions, type OutputFile, type Plugin } from 'esbuild';

const [builtin, lazy] = ['builtin', 'lazy'];

/** Optional modules of packages, which nothing here uses. */
const excludedModules = ['xmlbuilder2', 'libxmljs2'];

/** A build of the command line: its files by name, and its inputs. */
export interface CommandLineFiles {
  files: readonly OutputFile[];
  inputs: readonly string[];
}

const common = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.21',
  mainFields: ['module', 'main'],
  // CommonJS packages use `require`, which an ES module does not have. It is created when it is first called,
  // because there are many files.
  banner: {
    js: "const require=(name)=>process.getBuiltinModule('node:module').createRequire(import.meta.url)(name);",
  },
  metafile: true,
  charset: 'utf8',
  write: false,
  logLevel: 'silent',
} as const satisfies BuildOptions;

/** The other inputs stand for Node modules and packages. */
const isFile = (input: string): boolean => !input.startsWith(`${builtin}:`) && !input.startsWith(`${lazy}:`);

/** Moves the engines, which `bin/cli.ts` imports for a scan on this machine, to a file or package of their own. */
const enginesApart = (specifier: string): Plugin => ({
  name: 'engines of their own',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/offline\.ts$/ }, () => ({ path: specifier, external: true })),
});

/** An ES module that exports what is imported from a Node module; the bundler removes the other names. */
const builtinModule = (name: string): string => {
  const names = Object.keys(process.getBuiltinModule(name) ?? {}).filter((key) =>
    /^[A-Za-z_$][\w$]*$/.test(key),
  );
  const exported = names.filter((key) => key !== 'default');
  return [
    `const all = /* @__PURE__ */ process.getBuiltinModule(${JSON.stringify(name)});`,
    'const take = (key) => all[key];',
    'export default all;',
    ...exported.map((key, index) => `const n${index} = /* @__PURE__ */ take('${key}');`),
    `export { ${exported.map((key, index) => `n${index} as ${key}`).join(', ')} };`,
  ].join('\n');
};

/**
 * Loads Node modules when the code that uses them runs: a bundle would otherwise import all of them at its start.
 * Each importer has its own copy of this code, since a shared one would be one more file to load.
 */
const builtinsOnDemand: Plugin = {
  name: 'modules of Node on demand',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:/ }, ({ path, kind, importer }) =>
      kind === 'import-statement' ? { path, suffix: `?${importer}`, namespace: builtin } : undefined,
    );
    onLoad({ filter: /.*/, namespace: builtin }, ({ path }) => ({
      contents: builtinModule(path),
      loader: 'js',
    }));
  },
};

/** Packages that few runs call, and which take long to evaluate: Unicode tables, for example. */
const lazyPackages = /^string-width$/;

/** Evaluates such a package when its function is first called. */
const packagesOnDemand = (root: string): Plugin => ({
  name: 'packages on demand',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: lazyPackages }, ({ path, namespace }) =>
      namespace === lazy ? undefined : { path, namespace: lazy },
    );
    onLoad({ filter: /.*/, namespace: lazy }, ({ path }) => ({
      contents: `let call; export default (...given) => (call ??= require(${JSON.stringify(path)}).default)(...given);`,
      loader: 'js',
      resolveDir: root,
    }));
  },
});

/**
 * Bundles the commands into `cli.mjs` and the files that it imports when a command needs them.
 * @param engines the specifier by which the files import the engines for an offline scan.
 */
export const bundleCommands = async (root: string, engines: string): Promise<CommandLineFiles> => {
  const { outputFiles, metafile } = await build({
    ...common,
    absWorkingDir: root,
    entryPoints: { cli: 'bin/cli.ts' },
    outdir: 'build',
    outExtension: { '.js': '.mjs' },
    splitting: true,
    minify: true,
    alias: { yaml: join(root, 'node_modules/yaml/browser/dist/index.js') },
    plugins: [enginesApart(engines), builtinsOnDemand, packagesOnDemand(root)],
  });
  return { files: outputFiles, inputs: Object.keys(metafile.inputs).filter(isFile) };
};

/**
 * Bundles what an offline scan runs: the engines, the advisories and the git reader.
 * @param options.outdir the folder to which relative imports of external files are relative
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
    // Node reads the package.json for a file with any other extension, to find its module type.
    outExtension: { '.js': '.mjs' },
    splitting: true,
    minify: true,
    external: ['esbuild', '@vscode/tree-sitter-wasm', ...excludedModules, ...external],
    alias,
    plugins: [builtinsOnDemand, packagesOnDemand(root)],
  });
  return { files: outputFiles, inputs: Object.keys(metafile.inputs).filter(isFile) };
};

/** Bundles the GitHub Action into one file, `index.mjs`. */
export const bundleAction = async (root: string): Promise<CommandLineFiles> => {
  const { outputFiles, metafile } = await build({
    ...common,
    target: 'node24',
    absWorkingDir: root,
    entryPoints: { index: 'lib/apps/action/main.ts' },
    outdir: 'build',
    outExtension: { '.js': '.mjs' },
    minify: true,
  });
  return { files: outputFiles, inputs: Object.keys(metafile.inputs) };
};
