import type { Notes } from '../notes.ts';
import { maxPackages } from '../package-limit.ts';
import { sourceOfSpec, splitSpec } from './npm-spec.ts';
import { isTooDeep, type PackageLocations } from './node-modules.ts';
import { asTable, asText, entriesOf, member, type Table } from '../parse/untrusted-value.ts';

/**
 * Normalizes an entry. Version 1 stores in `version` whatever was resolved: a version, alias, path, repository
 * or URL.
 */
const entryOf = (entry: Table): Table => {
  const stated = asText(member(entry, 'version'), 4096) ?? '';
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
  tooDeep: (place: string) => void,
): PackageLocations => {
  const places = new Map<string, Table>();
  const open = [{ place: '', tree: member(document, 'dependencies') }];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const [name, value] of entriesOf(next.tree)) {
      const entry = asTable(value);
      if (!entry) continue;
      const place = `${next.place}${next.place && '/'}node_modules/${name}`;
      if (places.size >= maxPackages) notes.leaveOut(1);
      else if (isTooDeep(place)) tooDeep(place);
      else {
        places.set(place, entryOf(entry));
        open.push({ place, tree: member(entry, 'dependencies') });
      }
    }
  }
  return places;
};
