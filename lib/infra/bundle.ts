import { build, type BuildOptions, type OutputFile } from 'esbuild';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { copyParser, parserModule } from './parser-files.ts';

const root = join(import.meta.dirname, '..', '..');
const buildDirectory = join(root, 'build');

/** One folder per function, with what its Lambda gets and nothing else. */
export const bundleDirectory = (directory = buildDirectory): string => join(directory, 'functions');
/** To read a stack trace with; never uploaded. */
const sourceMapsIn = (directory: string): string => join(directory, 'source-maps');

export interface BundledFunction {
  name: string;
  entry: string;
}

/** Optional parts of the CycloneDX library, for XML; it does without them, and we write JSON only. */
export const excludedModules: readonly string[] = ['xmlbuilder2', 'libxmljs2'];

/** As the cloud gets them: ESM for the Lambda runtime, minified. The same sources give the same bytes. */
const cloudOptions: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  mainFields: ['module', 'main'],
  external: [...excludedModules],
  minify: true,
  legalComments: 'none',
  sourcemap: 'external',
  sourcesContent: false,
  // What asks for it means the package; Node's own of that name is deprecated and says so at each start.
  alias: { punycode: 'punycode/punycode.js' },
  // CommonJS packages ask for `require` and for where they are, which a module does not have. Minifying does not
  // see these names, so they are ones it never makes up.
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
 * Bundles functions into `<directory>/functions/<name>/index.mjs`, all in one run, so that what they share is
 * parsed once. What an earlier run left is removed.
 * @throws Error when an entry does not exist or does not build.
 */
export const bundleFunctions = async (
  functions: readonly BundledFunction[],
  directory = buildDirectory,
): Promise<void> => {
  const missing = functions.filter(({ entry }) => !existsSync(join(root, entry)));
  if (missing.length > 0) throw new Error(`no such entry: ${missing.map(({ entry }) => entry).join(', ')}`);
  const { outputFiles = [], metafile } = await build({
    ...cloudOptions,
    absWorkingDir: root,
    entryPoints: functions.map(({ name, entry }) => ({ in: entry, out: join(name, 'index') })),
    outdir: bundleDirectory(directory),
    write: false,
    metafile: true,
  });
  await Promise.all(
    [bundleDirectory(directory), sourceMapsIn(directory)].map((path) =>
      rm(path, { recursive: true, force: true }),
    ),
  );
  await Promise.all(outputFiles.map((file) => writeOutput(file, directory)));
  const parsing = Object.entries(metafile.outputs).filter(([, { inputs }]) => parserModule in inputs);
  await Promise.all(parsing.map(([output]) => copyParser(dirname(resolve(root, output)))));
};

const writeOutput = async ({ path, contents }: OutputFile, directory: string): Promise<void> => {
  const target = path.endsWith('.map')
    ? join(sourceMapsIn(directory), relative(bundleDirectory(directory), path))
    : path;
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, contents);
};

export interface BundleSize {
  name: string;
  bytes: number;
  /** About what is uploaded, and loaded at a cold start. */
  gzipBytes: number;
}

/** Sizes of what was bundled last, largest first. */
export const bundleSizes = async (directory = buildDirectory): Promise<BundleSize[]> => {
  const bundles = bundleDirectory(directory);
  const files = await readdir(bundles, { recursive: true, withFileTypes: true });
  const sizes = new Map<string, BundleSize>();
  for (const file of files.filter((entry) => entry.isFile())) {
    const name = relative(bundles, file.parentPath).split(/[\\/]/)[0] ?? basename(file.parentPath);
    const contents = await readFile(join(file.parentPath, file.name));
    const size = sizes.get(name) ?? { name, bytes: 0, gzipBytes: 0 };
    size.bytes += contents.length;
    size.gzipBytes += gzipSync(contents).length;
    sizes.set(name, size);
  }
  return [...sizes.values()].toSorted((a, b) => b.bytes - a.bytes);
};
