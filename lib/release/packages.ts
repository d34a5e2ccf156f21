import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { bundleCommands, bundleEngines, type CommandLineFiles } from './command-line-files.ts';

interface Manifest {
  name: string;
  version: string;
  description?: string;
  license?: string;
  dependencies?: Record<string, string>;
  [field: string]: unknown;
}

/** A package that `npm pack` creates from a workspace: built files, and a manifest that lists them. */
interface PublishedPackage {
  folder: string;
  build: (root: string) => Promise<CommandLineFiles>;
  /** Files beside the bundle, by their names in the package. */
  copies: Readonly<Record<string, string>>;
  manifest: (source: Manifest) => object;
}

const node = { node: '>=22.21' };

const unpublished = 'lib/local/offline/service-bucket.ts';

/** The packages of the command line. Once installed, they find each other by name. */
export const publishedPackages = {
  cli: {
    folder: 'lib/apps/cli',
    build: (root) => bundleCommands(root, '@scangate/engines'),
    copies: { 'scangate.mjs': 'lib/apps/cli/packaging/launcher.mjs' },
    manifest: ({ version, description, license }) => ({
      name: 'scangate',
      version,
      description,
      license,
      type: 'module',
      bin: { scangate: 'dist/scangate.mjs' },
      files: ['dist'],
      peerDependencies: { '@scangate/engines': version },
      peerDependenciesMeta: { '@scangate/engines': { optional: true } },
      engines: node,
    }),
  },
  engines: {
    folder: 'lib/engines',
    build: (root) =>
      // The local service is not published.
      bundleEngines(root, { outdir: 'build', external: [join(root, unpublished)] }),
    copies: {},
    manifest: ({ name, version, description, license, dependencies = {} }) => ({
      name,
      version,
      description,
      license,
      type: 'module',
      exports: { '.': './dist/offline.mjs' },
      files: ['dist'],
      // The bundle reads the grammars from files; it contains everything else.
      dependencies: { '@vscode/tree-sitter-wasm': dependencies['@vscode/tree-sitter-wasm'] },
      engines: node,
    }),
  },
} as const satisfies Record<string, PublishedPackage>;

export type PackageName = keyof typeof publishedPackages;

const placesOf = (root: string, folder: string) => ({
  dist: join(root, folder, 'dist'),
  manifest: join(root, folder, 'package.json'),
  kept: join(root, folder, 'package.source.json'),
});

/** Writes the built files of a package. @returns their total size in bytes */
export const writePackageFiles = async (root: string, name: PackageName, dist: string): Promise<number> => {
  const { build, copies } = publishedPackages[name];
  const { files } = await build(root);
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  for (const { path, contents } of files) writeFileSync(join(dist, basename(path)), contents);
  for (const [to, from] of Object.entries(copies)) copyFileSync(join(root, from), join(dist, to));
  return files.reduce((sum, { contents }) => sum + contents.length, 0);
};

/** Runs before `npm pack`: builds the files, and lists them in package.json. */
export const preparePackage = async (root: string, name: PackageName): Promise<void> => {
  const { folder, manifest: publish } = publishedPackages[name];
  const { dist, manifest, kept } = placesOf(root, folder);
  await writePackageFiles(root, name, dist);
  // A run that was killed has left the original here.
  if (!existsSync(kept)) renameSync(manifest, kept);
  const source = JSON.parse(readFileSync(kept, 'utf8')) as Manifest;
  writeFileSync(manifest, `${JSON.stringify(publish(source), undefined, 2)}\n`);
};

/** Runs after `npm pack`: restores the original package.json. */
export const restorePackage = (root: string, name: PackageName): void => {
  const { dist, manifest, kept } = placesOf(root, publishedPackages[name].folder);
  renameSync(kept, manifest);
  rmSync(dist, { recursive: true, force: true });
};
