import { build, type BuildOptions, type Metafile, type OutputFile } from 'esbuild';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pastBarrels } from './barrels.ts';
import { commonJs, esModules, mapped, repository, splitParts } from './cloud-options.ts';
import { packagePlugins } from './package-plugins.ts';
import { copyPackages } from './packaged-files.ts';
import { intoFolders, sandboxParts } from './sandbox-parts.ts';
import { toCommonJs, type BundleFile } from './to-common-js.ts';

const buildDirectory = join(repository, 'build');

/** Has one folder per function, with what its Lambda gets and nothing else. */
export const bundleDirectory = (directory = buildDirectory): string => join(directory, 'functions');
/** Source maps serve to read stack traces; they are made when somebody asks for them, and never uploaded. */
export const sourceMapDirectory = (directory: string): string => join(directory, 'source-maps');

/** The file of a bundle that Lambda loads. */
export const entryName = 'index.cjs';

/** Returns the module of a bundled function. */
export const bundleEntry = (name: string, directory?: string): string =>
  join(bundleDirectory(directory), name, entryName);

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
  return existsSync(join(repository, sandbox)) ? [{ name: `${name}.sandbox`, entry: sandbox }] : [];
};

type Entries = Record<string, string>;

/** A handler is CommonJS, which starts faster; a sandbox is an ES module, because it awaits its parsers as it loads. */
const handlersOf = (functions: readonly BundledFunction[]): Entries =>
  Object.fromEntries(functions.map(({ name, entry }) => [join(name, 'index'), entry]));
const sandboxesOf = (functions: readonly BundledFunction[]): Entries =>
  Object.fromEntries(
    functions.flatMap((fn) => sandboxOf(fn).map(({ name, entry }) => [join(fn.name, name), entry])),
  );

/** A sandbox starts for each scan, most of which need few of the engines: it loads an engine when it needs it. */
const sandboxModules: BuildOptions = { ...esModules, splitting: true, chunkNames: sandboxParts };

interface Built<File extends BundleFile> {
  files: readonly File[];
  metafile: Metafile;
}

const buildEntries = async (
  entryPoints: Entries,
  directory: string,
  options: BuildOptions,
): Promise<Built<OutputFile>> => {
  const outdir = bundleDirectory(directory);
  const given = { ...options, entryPoints, outdir, write: false, metafile: true } as const;
  const { outputFiles, metafile } = await build(given);
  return { files: outputFiles, metafile };
};

/** Files that functions share would lie outside of their folders, so each is built on its own. */
const buildParts = async (
  fn: BundledFunction,
  directory: string,
  sourceMaps: boolean,
): Promise<Built<BundleFile>> => {
  const chunkNames = `${fn.name}/part-[hash]`;
  const plugins = [...packagePlugins, pastBarrels];
  const inline = { ...mapped, sourcemap: 'inline' } as const;
  const options = { ...splitParts, chunkNames, plugins, ...(sourceMaps && inline) };
  const { files, metafile } = await buildEntries(handlersOf([fn]), directory, options);
  const parts = await Promise.all(files.map((file) => toCommonJs(file, sourceMaps)));
  return { files: parts.flat(), metafile };
};

/**
 * Bundles functions into `<directory>/functions/<name>/index.cjs`, in one run, so that shared sources are parsed once.
 * Removes the bundles of an earlier run.
 * @param options.sourceMaps writes `<directory>/source-maps/<name>/index.cjs.map` beside them.
 * @throws Error when an entry does not exist or does not build.
 */
export const bundleFunctions = async (
  functions: readonly BundledFunction[],
  directory = buildDirectory,
  { sourceMaps = false }: { sourceMaps?: boolean } = {},
): Promise<void> => {
  const missing = functions.filter(({ entry }) => !existsSync(join(repository, entry)));
  if (missing.length > 0) throw new Error(`no such entry: ${missing.map(({ entry }) => entry).join(', ')}`);
  const whole = functions.filter(({ loadsOnDemand }) => !loadsOnDemand);
  const split = functions.filter(({ loadsOnDemand }) => loadsOnDemand);
  const maps = sourceMaps ? mapped : {};
  const builds = await Promise.all([
    buildEntries(handlersOf(whole), directory, { ...commonJs, ...maps }),
    buildEntries(sandboxesOf(functions), directory, { ...sandboxModules, ...maps }).then(intoFolders),
    ...split.map((fn) => buildParts(fn, directory, sourceMaps)),
  ]);
  await Promise.all(
    [bundleDirectory(directory), sourceMapDirectory(directory)].map((path) =>
      rm(path, { recursive: true, force: true }),
    ),
  );
  for (const { files, metafile } of builds) {
    await Promise.all(files.map((file) => writeOutput(file, directory)));
    await Promise.all(
      Object.entries(metafile.outputs).map(([output, { inputs }]) =>
        copyPackages(dirname(resolve(repository, output)), inputs),
      ),
    );
  }
};

const writeOutput = async ({ path, contents }: BundleFile, directory: string): Promise<void> => {
  const target = path.endsWith('.map')
    ? join(sourceMapDirectory(directory), relative(bundleDirectory(directory), path))
    : path;
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, contents);
};
