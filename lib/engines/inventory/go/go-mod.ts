import { directivesOf, replacementsOf, type Directives, type Replacement } from './go-directives.ts';
import { standardLibrary } from './standard-library.ts';
import { vendoredModules } from './vendored-modules.ts';
import {
  unreadableEntries,
  signsOfCut,
  noteOpenEnd,
  emptyRoots,
  type FoundPackage,
  type LockfileReader,
  type Roots,
} from '../lockfile-reader.ts';
import { maxPackages } from '../package-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { siblingPath } from '@scangate/engines/units/paths';
import type { Notes } from '../gap-notes.ts';

const moduleVersion = /^v\d+\.\d+\.\d+/;
const packageOf = (
  [path = '', version = '']: string[],
  replacements: ReadonlyMap<string, Replacement>,
): FoundPackage => {
  const key = `${path}@${version}`;
  if (replacements.size === 0) return { key, ecosystem: 'Go', name: path, version };
  const replaced = replacements.get(key) ?? replacements.get(path);
  if (replaced && !replaced.version) return { key, local: 'path', name: path };
  return {
    key,
    ecosystem: 'Go',
    name: replaced?.path ?? path,
    version: replaced?.version ?? version,
  };
};

interface Build {
  packages: Map<string, FoundPackage>;
  roots: Roots;
  replacements: ReadonlyMap<string, Replacement>;
  notes: Notes;
}

/** Adds all `require` entries; those without `// indirect` are roots. */
const addRequired = (directives: Directives, { packages, roots, replacements, notes }: Build): void => {
  const excluded = new Set(directives.get('exclude')?.map(({ args }) => args.join('@')));
  for (const { args, comment } of directives.get('require') ?? []) {
    const [path = '', version = ''] = args;
    if (args.length !== 2 || !moduleVersion.test(version)) {
      notes.add(unreadableEntries, args.join(' '));
      continue;
    }
    if (packages.size >= maxPackages) {
      notes.addOmitted(1);
      continue;
    }
    const found = packageOf(args, replacements);
    // The build takes the next higher version, which only the module index knows.
    if (excluded.size > 0 && excluded.has(`${path}@${version}`)) delete found.version;
    packages.set(found.key, found);
    const isIndirect = comment === 'indirect' || /^indirect\b/.test(comment);
    if (!isIndirect) roots.required.push(found.key);
  }
};

/** Adds the vendored modules. The build uses all of them, even those that an old go.mod does not list. */
const addVendored = (text: string, { packages, replacements, notes }: Build): void => {
  const required = new Set([...packages.keys()].map((key) => key.slice(0, key.lastIndexOf('@'))));
  for (const [path, version] of vendoredModules(text)) {
    const found = packageOf([path, version], replacements);
    if (packages.has(found.key)) continue;
    if (packages.size >= maxPackages) {
      notes.addOmitted(1);
      continue;
    }
    if (required.has(path)) notes.add('vendored at another version than go.mod requires', path);
    packages.set(found.key, found);
  }
};

/**
 * Reads go.mod: the modules that the build selects, after replacements. It has no graph. go.sum is not read,
 * because it also lists modules that are not used.
 */
export const readGoMod: LockfileReader = ({ path, text, notes, readText }) => {
  const directives = directivesOf(text, notes);
  noteOpenEnd(text, notes);
  if (!directives.get('module')?.length) throw new UnreadableFile('it names no module');
  const vendored = readText(siblingPath(path, 'vendor/modules.txt'));
  const build: Build = {
    packages: new Map(),
    roots: emptyRoots(),
    replacements: replacementsOf(directives),
    notes,
  };
  const library = standardLibrary(directives, vendored !== undefined, notes);
  if (library) {
    build.packages.set(library.key, library);
    build.roots.required.push(library.key);
  }
  addRequired(directives, build);
  // `h1:` of a module rather than of its go.mod only: the build reads its code.
  const sums = readText(siblingPath(path, 'go.sum')) ?? '';
  if (!directives.get('require')?.length && / v\S{1,200} h1:/.test(sums.replaceAll(/\/go\.mod h1:/g, '')))
    notes.add(signsOfCut, 'it requires nothing, and go.sum lists modules');
  if (vendored !== undefined) addVendored(vendored, build);
  return { packages: [...build.packages.values()], roots: build.roots };
};
