import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Every source file and test of the repository, as paths from its root. */
export const files: readonly string[] = globSync('{bin,lib,functions,test}/**/*.{ts,tsx}')
  .filter((path) => !path.endsWith('.d.ts') && !/(?:^|\/)(?:node_modules|dist)\//.test(path))
  .toSorted();

/** Every page, those of published packages included. */
export const pages: readonly string[] = globSync(['*.md', '{docs,examples,.github}/**/*.md', 'lib/**/*.md'])
  .filter((path) => !/(?:^|\/)(?:node_modules|dist)\//.test(path))
  .toSorted();

/** Every style sheet of ours. */
export const styleSheets: readonly string[] = globSync('lib/**/*.css')
  .filter((path) => !/(?:^|\/)(?:node_modules|dist)\//.test(path))
  .toSorted();

export const sources: readonly string[] = files.filter((path) => !path.startsWith('test/'));

const texts = new Map<string, string>();
export const textOf = (path: string): string => {
  const known = texts.get(path) ?? readFileSync(path, 'utf8');
  texts.set(path, known);
  return known;
};

interface PackageJson {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  exports?: Record<string, string>;
  workspaces?: string[];
}

export const packageJson = (folder: string): PackageJson =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson;

/** The folder of each workspace by its package name. */
export const workspaces: ReadonlyMap<string, string> = new Map(
  (packageJson('.').workspaces ?? []).map((folder) => [packageJson(folder).name, folder]),
);

export const workspaceOf = (path: string): string | undefined =>
  [...workspaces.values()].find((folder) => path.startsWith(`${folder}/`));

const exists = new Set(files);
const withExtension = (path: string): string =>
  exists.has(path) || /\.(?:tsx?|css)$/.test(path) ? path : `${path}.ts`;

/** The folder that the exports of each workspace name. */
const sourcesOf: ReadonlyMap<string, string> = new Map(
  [...workspaces.values()].map((folder) => {
    const within = packageJson(folder).exports?.['./*'] ?? './*';
    return [folder, join(folder, within.replace(/\*.*$/, ''))];
  }),
);

/** The file or the package that an import specifier names. */
const resolveImport = (from: string, specifier: string): string => {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  if (specifier.startsWith('#')) {
    const path = specifier.slice(1);
    return /^(?:functions|test)\//.test(path) ? path : `lib/${path}`;
  }
  const [scope = '', name = '', ...rest] = specifier.split('/');
  const folder = workspaces.get(`${scope}/${name}`);
  if (folder === undefined) return specifier;
  if (rest.length === 0) return `${folder}/index.ts`;
  return withExtension(`${sourcesOf.get(folder) ?? ''}${rest.join('/')}`);
};

export interface Import {
  from: string;
  specifier: string;
  /** A path from the root of the repository, or the name of a package. */
  to: string;
  isTypeOnly: boolean;
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']+)'|(?:^|\n)\s*import\s+'([^']+)'|\bimport\('([^']+)'\)/g;

export const imports: readonly Import[] = files.flatMap((from) =>
  [...textOf(from).matchAll(importPattern)].map((match) => {
    const specifier = match[2] ?? match[3] ?? match[4] ?? '';
    return { from, specifier, to: resolveImport(from, specifier), isTypeOnly: match[1] !== undefined };
  }),
);

export const isOurs = (path: string): boolean => /^(?:bin|lib|functions|test)\//.test(path);

/** The layer of a file: `lib/engines`, `lib/emulators/aws`, `functions`, … */
export const layerOf = (path: string): string => {
  const workspace = workspaceOf(path);
  if (workspace !== undefined) return workspace;
  const [first = '', second = ''] = path.split('/');
  return first === 'lib' ? `lib/${second}` : first;
};
