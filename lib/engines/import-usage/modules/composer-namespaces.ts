import { parseJson, tryParse } from '@scangate/engines/inventory/parse/parse-document';
import { asList, asTable, asText, member } from '@scangate/engines/inventory/parse/untrusted-value';
import type { SourceFiles } from '@scangate/engines/model/source-files';
import { manifestTexts } from '../manifest-text.ts';
import type { PackageModules } from './module-names.ts';

const lockfiles = new Set(['composer.lock']);

/** Namespaces as written in code, without the trailing separator. */
const namespacesIn = (autoload: unknown): string[] =>
  ['psr-4', 'psr-0']
    .flatMap((standard) => Object.keys(asTable(member(autoload, standard)) ?? {}))
    .map((namespace) => namespace.replace(/\\$/, '').toLowerCase())
    .filter((namespace) => namespace !== '');

/** A package that lists classes or files defines names that no namespace shows. */
const modulesOf = (autoload: unknown): PackageModules => ({
  modules: namespacesIn(autoload),
  complete: ['classmap', 'files'].every((key) => member(autoload, key) === undefined),
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
        if (name !== undefined && autoload !== undefined) known.set(name, modulesOf(autoload));
      }
  }
  return known;
};
