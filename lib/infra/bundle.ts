import { build, type BuildOptions, type OutputFile, type Plugin } from 'esbuild';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { copyPackages } from './packaged-files.ts';

const root = join(import.meta.dirname, '..', '..');
const buildDirectory = join(root, 'build');

/** Has one folder per function, with what its Lambda gets and nothing else. */
export const bundleDirectory = (directory = buildDirectory): string => join(directory, 'functions');
/** Source maps serve to read stack traces and are never uploaded. */
const sourceMapDirectory = (directory: string): string => join(directory, 'source-maps');

export interface BundledFunction {
  name: string;
  entry: string;
  /** Whether modules that it imports at run time are files of their own, which a start does not load. */
  loadsOnDemand?: boolean;
}

/** The module beside a handler that runs in its sandbox. */
const sandboxModule = 'sandbox.ts';

/** Returns the entry of the sandbox beside the entry of a function, if it has one (docs/adr/0030-isolation.md). */
export const sandboxOf = ({ name, entry }: BundledFunction): BundledFunction[] => {
  const sandbox = join(dirname(entry), sandboxModule);
  return existsSync(join(root, sandbox)) ? [{ name: `${name}.sandbox`, entry: sandbox }] : [];
};

/** Optional dependencies of the CycloneDX library, which writes XML with them; the service writes JSON only. */
export const excludedModules: readonly string[] = ['xmlbuilder2', 'libxmljs2'];

/**
 * Replaces the SDK's chain of credential sources with its first link. Lambda gives credentials in the environment only,
 * and the other links are a ninth of a bundle.
 */
const environmentCredentials: Plugin = {
  name: 'environment-credentials',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ path, resolveDir }) => ({
      path,
      namespace: 'environment-credentials',
      pluginData: resolveDir,
    }));
    onLoad({ filter: /.*/, namespace: 'environment-credentials' }, ({ pluginData: resolveDir }) => ({
      contents: "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
      resolveDir,
    }));
  },
};

/** Leaves the version in a client's package.json, all that the client reads of it. */
const clientVersions: Plugin = {
  name: 'client-versions',
  setup: ({ onLoad }) => {
    onLoad({ filter: /@aws-sdk[\\/]client-[a-z-]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/** Builds minified ES modules for the Lambda runtime. The same sources give the same bytes. */
const cloudOptions: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  mainFields: ['module', 'main'],
  external: [...excludedModules],
  plugins: [environmentCredentials, clientVersions],
  minify: true,
  legalComments: 'none',
  sourcemap: 'external',
  sourcesContent: false,
  // Dependencies mean the package. Node's deprecated module of that name warns at each start.
  alias: { punycode: 'punycode/punycode.js' },
  // CommonJS packages use `require` and `__dirname`, which a module does not have. Minifying never makes up these names.
  banner: {
    js: [
      "import{createRequire as requireFromBundle}from'node:module';",
      'const require=requireFromBundle(import.meta.url),',
      '__dirname=import.meta.dirname,__filename=import.meta.filename;',
    ].join(''),
  },
  logLevel: 'silent',
};

/**
 * Bundles functions into `<directory>/functions/<name>/index.mjs`, in one run, so that shared sources are parsed once.
 * Removes the bundles of an earlier run.
 * @throws Error when an entry does not exist or does not build.
 */
export const bundleFunctions = async (
  functions: readonly BundledFunction[],
  directory = buildDirectory,
): Promise<void> => {
  const missing = functions.filter(({ entry }) => !existsSync(join(root, entry)));
  if (missing.length > 0) throw new Error(`no such entry: ${missing.map(({ entry }) => entry).join(', ')}`);
  const whole = functions.filter(({ loadsOnDemand }) => !loadsOnDemand);
  const split = functions.filter(({ loadsOnDemand }) => loadsOnDemand);
  const builds = await Promise.all([
    buildEntries(whole, directory),
    // Files that functions share would lie outside of their folders, so each is built on its own.
    ...split.map((fn) =>
      buildEntries([fn], directory, { splitting: true, chunkNames: `${fn.name}/part-[hash]` }),
    ),
  ]);
  await Promise.all(
    [bundleDirectory(directory), sourceMapDirectory(directory)].map((path) =>
      rm(path, { recursive: true, force: true }),
    ),
  );
  for (const { outputFiles = [], metafile } of builds) {
    await Promise.all(outputFiles.map((file) => writeOutput(file, directory)));
    await Promise.all(
      Object.entries(metafile.outputs).map(([output, { inputs }]) =>
        copyPackages(dirname(resolve(root, output)), inputs),
      ),
    );
  }
};

const buildEntries = (functions: readonly BundledFunction[], directory: string, options: BuildOptions = {}) =>
  build({
    ...cloudOptions,
    ...options,
    absWorkingDir: root,
    entryPoints: functions.flatMap((fn) => [
      { in: fn.entry, out: join(fn.name, 'index') },
      ...sandboxOf(fn).map(({ name, entry }) => ({ in: entry, out: join(fn.name, name) })),
    ]),
    outdir: bundleDirectory(directory),
    write: false,
    metafile: true,
  });

const writeOutput = async ({ path, contents }: OutputFile, directory: string): Promise<void> => {
  const target = path.endsWith('.map')
    ? join(sourceMapDirectory(directory), relative(bundleDirectory(directory), path))
    : path;
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, contents);
};

export interface BundleSize {
  name: string;
  bytes: number;
  /** The bytes that a start loads, without the files that are loaded on demand. */
  startBytes: number;
  /** Roughly the bytes that are uploaded, and loaded at a cold start. */
  gzipBytes: number;
}

/** The files of a bundle that its entry imports as it starts. */
const startFiles = (files: ReadonlyMap<string, Buffer>): Set<string> => {
  const found = new Set<string>();
  const follow = (name: string): void => {
    const contents = files.get(name);
    if (!contents || found.has(name)) return;
    found.add(name);
    const imports = contents.toString().matchAll(/(?:from|import)"\.\/(part-\w+\.mjs)"/g);
    for (const [, part = ''] of imports) follow(part);
  };
  follow('index.mjs');
  return found;
};

/** Measures the bundles of the last run, largest first. */
export const bundleSizes = async (directory = buildDirectory): Promise<BundleSize[]> => {
  const bundles = bundleDirectory(directory);
  const listed = await readdir(bundles, { recursive: true, withFileTypes: true });
  const folders = new Map<string, Map<string, Buffer>>();
  for (const file of listed.filter((entry) => entry.isFile())) {
    const name = relative(bundles, file.parentPath).split(/[\\/]/)[0] ?? basename(file.parentPath);
    const files = folders.get(name) ?? new Map<string, Buffer>();
    const path = join(file.parentPath, file.name);
    files.set(relative(join(bundles, name), path), await readFile(path));
    folders.set(name, files);
  }
  const sum = (contents: Iterable<Buffer>, sizeOf: (one: Buffer) => number) =>
    [...contents].reduce((total, one) => total + sizeOf(one), 0);
  const sizes = [...folders].map(([name, files]): BundleSize => {
    const isSplit = [...files.keys()].some((file) => file.startsWith('part-'));
    const start = startFiles(files);
    const started = [...files]
      .filter(([file]) => !isSplit || start.has(file))
      .map(([, contents]) => contents);
    return {
      name,
      bytes: sum(files.values(), ({ length }) => length),
      startBytes: sum(started, ({ length }) => length),
      gzipBytes: sum(files.values(), (contents) => gzipSync(contents).length),
    };
  });
  return sizes.toSorted((a, b) => b.bytes - a.bytes);
};
