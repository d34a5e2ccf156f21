import type { Notes } from '../gap-notes.ts';
import { maxPackages } from '../package-limit.ts';
import { sourceOfSpec, splitSpec } from './npm-spec.ts';
import { isTooDeep, type PackageLocations } from './node-modules.ts';
import { asAddress, asTable, entriesOf, member, type Table } from '../parse/untrusted-value.ts';

/**
 * Normalizes an entry. Version 1 stores in `version` whatever was resolved: a version, alias, path, repository
 * or URL.
 */
const entryOf = (entry: Table): Table => {
  const stated = asAddress(member(entry, 'version')) ?? '';
  const source = sourceOfSpec(stated);
  const common = { ...entry, dependencies: member(entry, 'requires') };
  if (source.local || source.origin) return { ...common, version: undefined, resolved: stated };
  if (!stated.startsWith('npm:')) return common;
  const { name, range } = splitSpec(stated);
  return { ...common, name, version: range };
};

/**
 * Flattens the nested tree of lockfile version 1 to the paths that versions 2 and 3 use.
 * @param tooDeep is called with each omitted path.
 */
export const flattenDependencyTree = (
  document: Table,
  notes: Notes,
  tooDeep: (location: string) => void,
): PackageLocations => {
  const locations = new Map<string, Table>();
  const open = [{ location: '', tree: member(document, 'dependencies') }];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const [name, value] of entriesOf(next.tree)) {
      const entry = asTable(value);
      if (!entry) continue;
      const location = `${next.location}${next.location && '/'}node_modules/${name}`;
      if (locations.size >= maxPackages) notes.addOmitted(1);
      else if (isTooDeep(location)) tooDeep(location);
      else {
        locations.set(location, entryOf(entry));
        open.push({ location, tree: member(entry, 'dependencies') });
      }
    }
  }
  return locations;
};
