import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { dayMs } from '@scangate/domain/instant';
import { build } from 'esbuild';

/** An input of the bundle; the bundle is current while none has changed. */
type Input = [path: string, mtimeMs: number, sizeBytes: number];

/** The record by which `bin/scangate.mjs` finds the current bundle. */
interface BundleRecord {
  /** The entry file, relative to the folder of the record. */
  entry: string;
  inputs: Input[];
}

const nameLength = 16;
const recordName = 'current.json';

/** Files that locate others beside themselves, or belong to other commands. */
const unbundled = ['lib/local/sample/sample-advisories.ts', 'lib/local/import-advisories-into-folder.ts'];

/** Files that decide how the bundle is made. */
const recipe = ['lib/local/bundle-command-line.ts', 'package.json', 'package-lock.json'];

const inputsOf = (root: string, paths: readonly string[]): Input[] =>
  [...paths.filter((path) => !path.startsWith('node_modules/')), ...recipe].toSorted().map((path) => {
    const { mtimeMs, size } = statSync(join(root, path));
    return [path, mtimeMs, size];
  });

/** Removes bundles that no running process can need. */
const removeOld = (folder: string, current: string): void => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const isOld = Date.now() - statSync(path).mtimeMs > dayMs;
    if (name !== current && name !== recordName && isOld) rmSync(path, { recursive: true, force: true });
  }
};

/**
 * Bundles `bin/cli.ts`, which starts several times faster than its modules. The record is replaced atomically, so that
 * processes may bundle at the same time.
 * @param folder of the bundles and their record.  @returns the path of the entry file.
 */
export const bundleCommandLine = async (root: string, folder: string): Promise<string> => {
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
  const inputs = inputsOf(root, [...Object.keys(metafile.inputs), ...unbundled]);
  const name = createHash('sha256').update(JSON.stringify(inputs)).digest('hex').slice(0, nameLength);
  mkdirSync(join(folder, name), { recursive: true });
  for (const { path, contents } of outputFiles) writeFileSync(join(folder, name, basename(path)), contents);
  const record: BundleRecord = { entry: `${name}/cli.js`, inputs };
  const temporary = join(folder, `${name}-${process.pid}.json`);
  writeFileSync(temporary, JSON.stringify(record));
  renameSync(temporary, join(folder, recordName));
  removeOld(folder, name);
  return join(folder, record.entry);
};
