import { parseJson, parseToml, tryParse } from '../inventory/parse/parse-document.ts';
import { baseNameOf } from '../units/paths.ts';

/** The parts of a package.json that list packages without using them. */
const lists = new Set([
  'name',
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'optionalDependencies',
  'bundledDependencies',
  'bundleDependencies',
  'overrides',
  'resolutions',
  'pnpm',
  'keywords',
  'files',
  'license',
]);

/** Returns whether a file is an npm manifest, which names packages in its lists. */
export const isManifestOfPackages = (path: string): boolean => baseNameOf(path) === 'package.json';

/** Splits the commands of scripts, so that each word looks like a quoted name. */
const wordsOf = (scripts: unknown): string[] =>
  typeof scripts === 'object' && scripts !== null
    ? Object.values(scripts).flatMap((command) => (typeof command === 'string' ? command.split(/\s+/) : []))
    : [];

/** A manifest of npm without its lists. */
interface ManifestCode {
  /** Its scripts and settings, which may use a package, without line breaks. */
  text: string;
  /** Its scripts as they are. */
  scripts: string;
}

/** Returns what a manifest of npm says beside its lists; undefined for one that cannot be read. */
export const codeOfManifest = (text: string): ManifestCode | undefined => {
  const manifest = tryParse(text, parseJson);
  if (!manifest) return undefined;
  const used = Object.fromEntries(Object.entries(manifest).filter(([key]) => !lists.has(key)));
  const { scripts } = manifest;
  const commands = typeof scripts === 'object' && scripts !== null ? Object.values(scripts) : [];
  return {
    text: JSON.stringify([used, wordsOf(scripts)]),
    scripts: commands.filter((command) => typeof command === 'string').join('\n'),
  };
};

/** The parts of a pyproject.toml that list packages, as paths of keys. */
const listsOfPyproject = [
  ['project', 'dependencies'],
  ['project', 'optional-dependencies'],
  ['dependency-groups'],
  ['build-system', 'requires'],
  ['tool', 'poetry', 'dependencies'],
  ['tool', 'poetry', 'dev-dependencies'],
  ['tool', 'poetry', 'group'],
  ['tool', 'poetry', 'extras'],
  ['tool', 'pdm', 'dev-dependencies'],
  ['tool', 'uv', 'dev-dependencies'],
];

/** The parts of a composer.json that list packages. */
const listsOfComposer = ['name', 'require', 'require-dev', 'suggest', 'conflict', 'replace', 'provide'].map(
  (key) => [key],
);

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Copies a document without some of its parts. */
const without = (value: unknown, paths: readonly (readonly string[])[]): unknown => {
  if (!isTable(value) || paths.length === 0) return value;
  const entries = Object.entries(value).flatMap(([key, part]) => {
    const below = paths.filter(([first]) => first === key).map((path) => path.slice(1));
    return below.some((path) => path.length === 0) ? [] : [[key, without(part, below)] as const];
  });
  return Object.fromEntries(entries);
};

const asText = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each)) ?? '';

/** Returns the lines of a setup.cfg beside its lists of packages. */
const settingsOfSetup = (text: string): string => {
  let isList = false;
  let inExtras = false;
  return text
    .split('\n')
    .filter((line) => {
      const isKey = /^\S/.test(line);
      if (line.startsWith('[')) inExtras = line.startsWith('[options.extras_require]');
      if (isKey) isList = inExtras || /^(?:install|setup|tests)_requires?\b/.test(line);
      return !isList;
    })
    .join('\n');
};

const settingsOf: ReadonlyMap<string, (text: string) => string | undefined> = new Map([
  ['pyproject.toml', (text) => withoutLists(tryParse(text, parseToml), listsOfPyproject)],
  ['composer.json', (text) => withoutLists(tryParse(text, parseJson), listsOfComposer)],
  ['setup.cfg', settingsOfSetup],
  ['Pipfile', (text) => withoutLists(tryParse(text, parseToml), [], ['scripts', 'pipenv'])],
]);

const withoutLists = (
  document: unknown,
  paths: readonly (readonly string[])[],
  only?: readonly string[],
): string | undefined => {
  if (!isTable(document)) return undefined;
  return asText(only ? only.map((key) => document[key]) : without(document, paths));
};

/**
 * Returns the text of the settings of tools that stand in a list of packages, such as `addopts = "-p x"` of pytest; ''
 * where a list has none, and undefined where it cannot be read.
 */
export const settingsOfList = (path: string, text: string): string | undefined => {
  const read = settingsOf.get(baseNameOf(path));
  return read ? read(text) : '';
};

const coordinates =
  /<(groupId|artifactId)>[^<]{0,300}<\/\1>|["'][\w.-]{1,200}:[\w.-]{1,200}(?::[^"'\n]{0,200})?["']/g;

/** Returns the text of a build of the JVM without the coordinates of packages, which list these without using them. */
export const codeOfBuild = (text: string): string => text.replaceAll(coordinates, '""');

const targetsOfCargo = ['lib', 'bin', 'example', 'test', 'bench'];

/** Returns whether a manifest of Cargo builds a file that has not the extension of Rust. */
export const hidesTargets = (path: string, text: string): boolean => {
  if (baseNameOf(path) !== 'Cargo.toml') return false;
  const manifest = tryParse(text, parseToml);
  if (!isTable(manifest)) return true;
  const { package: settings } = manifest;
  const targets = targetsOfCargo.flatMap((key) => manifest[key] ?? []);
  const paths = [
    ...targets.map((target) => isTable(target) && target['path']),
    isTable(settings) && settings['build'],
  ];
  return paths.some((each) => typeof each === 'string' && !each.endsWith('.rs'));
};

/** Returns a manifest in TOML or of setup.cfg without the lines that name texts for people. */
export const withoutReadme = (text: string): string =>
  text.replaceAll(
    /^(?:readme|license|license-files?|license_files?|description-file)[ \t]{0,20}=[^\n]{0,300}$/gm,
    '',
  );
