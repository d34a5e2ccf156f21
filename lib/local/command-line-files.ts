import { build, type BuildOptions, type OutputFile, type Plugin } from 'esbuild';

const [builtin, lazy] = ['builtin', 'lazy'];

/** Optional modules of packages, which nothing here uses. */
const excludedModules = ['xmlbuilder2', 'libxmljs2'];

/** A build of the command line: its files by name, and what they were made of. */
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
  // CommonJS packages use `require`, which a module does not have. It is made when it is called: there are many files.
  banner: {
    js: "const require=(name)=>process.getBuiltinModule('node:module').createRequire(import.meta.url)(name);",
  },
  metafile: true,
  charset: 'utf8',
  write: false,
  logLevel: 'silent',
} as const satisfies BuildOptions;

/** The other inputs stand for modules of Node, and for packages. */
const isFile = (input: string): boolean => !input.startsWith(`${builtin}:`) && !input.startsWith(`${lazy}:`);

/** Imports that are left to a file or a package of its own: those of `bin/cli.ts`, and packages. */
const apart = (places: Readonly<Record<string, string>>): Plugin => ({
  name: 'files of their own',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^(?:\.\/)?[\w.]+$/ }, ({ path, importer, kind, namespace }) => {
      if (namespace === builtin) return { path, external: true };
      const place = Object.hasOwn(places, path) ? places[path] : undefined;
      const isOwn = !path.startsWith('.') || /[\\/]bin[\\/]cli\.ts$/.test(importer);
      if (place === undefined || !isOwn) return undefined;
      // A bundle would load the file as it starts.
      return kind === 'import-statement'
        ? { path: place, namespace: builtin }
        : { path: place, external: true };
    }),
});

/** Loads the modules of Node when the code that uses them runs: a bundle would import all of them as it starts. */
const builtinsOnDemand: Plugin = {
  name: 'modules of Node on demand',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: builtin } : undefined,
    );
    onLoad({ filter: /.*/, namespace: builtin }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
      loader: 'js',
    }));
  },
};

/** Packages whose function few runs call, and which take long to evaluate: the tables of Unicode for one. */
const lazyPackages = /^string-width$/;

/** Evaluates such a package when its function is called first. */
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
 * Bundles the commands into `cli.mjs`, without the engines. The reader of YAML and the server of tools are
 * files of their own: most runs need neither.
 * @param engines the specifier by which the file imports them for an offline scan.
 */
export const bundleCommands = async (root: string, engines: string): Promise<CommandLineFiles> => {
  const options = {
    ...common,
    absWorkingDir: root,
    outdir: 'build',
    outExtension: { '.js': '.mjs' },
    minify: true,
  } as const;
  const places = { './offline.ts': engines, './mcp.ts': './mcp.mjs', yaml: './yaml.mjs' };
  const plugins = [apart(places), builtinsOnDemand, packagesOnDemand(root)];
  const commands = await build({ ...options, entryPoints: { cli: 'bin/cli.ts' }, plugins });
  const mcp = await build({ ...options, entryPoints: { mcp: 'bin/mcp.ts' }, plugins });
  const yaml = await build({ ...options, entryPoints: { yaml: 'node_modules/yaml/browser/dist/index.js' } });
  return {
    files: [...commands.outputFiles, ...mcp.outputFiles, ...yaml.outputFiles],
    inputs: [commands, mcp].flatMap(({ metafile }) => Object.keys(metafile.inputs).filter(isFile)),
  };
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
    // Node looks for the package of each file of another name, to know what it is.
    outExtension: { '.js': '.mjs' },
    splitting: true,
    minify: true,
    external: ['esbuild', '@vscode/tree-sitter-wasm', ...excludedModules, ...external],
    alias,
    plugins: [builtinsOnDemand, packagesOnDemand(root)],
  });
  return { files: outputFiles, inputs: Object.keys(metafile.inputs).filter(isFile) };
};

/** Bundles the step of GitHub Actions into one file, `index.mjs`. */
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
