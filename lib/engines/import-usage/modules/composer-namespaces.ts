import { parseJson, tryParse } from '@scangate/engines/inventory/parse/parse-document';
import { asList, asTable, asText, member } from '@scangate/engines/inventory/parse/untrusted-value';
import type { SourceFiles } from '@scangate/engines/model/source-files';
import { manifestTexts } from '../manifest-text.ts';
import type { PackageModules } from './module-names.ts';

const lockfiles = new Set(['composer.lock']);

const standards = ['psr-4', 'psr-0'];

/** Namespaces as written in code, without the trailing separator. */
const namespacesIn = (autoload: unknown): string[] =>
  standards
    .flatMap((standard) => Object.keys(asTable(member(autoload, standard)) ?? {}))
    .map((namespace) => namespace.replace(/\\$/, '').toLowerCase())
    .filter((namespace) => namespace !== '');

/** The prefix of all classes, or of those without a namespace. */
const isNoNamespace = (prefix: string): boolean => prefix === '' || prefix.endsWith('_');

/** Statements in `extra` by which nothing loads the package. */
const ofReleases = new Set(['branch-alias', 'thanks']);

/**
 * Returns whether something else than an import may use a package: Composer, Laravel, Drupal, WordPress, TYPO3 and others find
 * plug-ins by their type or by what `extra` states, and shells run programs.
 */
const isFoundOtherwise = (entry: unknown): boolean => {
  const type = member(entry, 'type');
  return (
    (type !== undefined && type !== 'library') ||
    asList(member(entry, 'bin')).length > 0 ||
    Object.keys(asTable(member(entry, 'extra')) ?? {}).some((key) => !ofReleases.has(key))
  );
};

/** A package that lists classes or files defines names that no namespace shows. */
const modulesOf = (entry: unknown, autoload: unknown): PackageModules => ({
  modules: namespacesIn(autoload),
  complete:
    !isFoundOtherwise(entry) &&
    ['classmap', 'files'].every((key) => member(autoload, key) === undefined) &&
    standards.every((key) => !Object.keys(asTable(member(autoload, key)) ?? {}).some(isNoNamespace)),
});

/** Returns the namespaces of the packages in a unit's composer.lock, by lower-case package name. */
export const composerNamespaces = (files: SourceFiles): ReadonlyMap<string, PackageModules> => {
  const known = new Map<string, PackageModules>();
  for (const { text } of manifestTexts(files, lockfiles)) {
    const lock = tryParse(text, parseJson);
    for (const key of ['packages', 'packages-dev'])
      for (const entry of asList(member(lock, key))) {
        const name = asText(member(entry, 'name'))?.toLowerCase();
        const autoload = member(entry, 'autoload');
        if (name !== undefined && autoload !== undefined) known.set(name, modulesOf(entry, autoload));
      }
  }
  return known;
};
