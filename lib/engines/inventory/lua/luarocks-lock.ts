import type { DependencyScope } from '@scangate/engines/model/component';
import { strongerScope } from '@scangate/engines/model/component';
import { emptyRoots, unreadableEntries, type FoundPackage, type LockfileReader } from '../lockfile-reader.ts';
import { maxPackages } from '../package-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asText } from '../parse/untrusted-value.ts';
import { plainPurl, purlOfType } from '@scangate/engines/purl/purl-of-type';
import { parseLuaTable } from './lua-table.ts';

const scopes: ReadonlyMap<string, DependencyScope> = new Map([
  ['dependencies', 'required'],
  ['build_dependencies', 'dev'],
  ['test_dependencies', 'dev'],
]);

const packageOf = (name: string, version: string, scope: DependencyScope): FoundPackage => {
  const purl = plainPurl('luarocks', name, version);
  const key = `${name}@${version}`;
  if (purl !== undefined) return { key, name, version, purl, scope };
  return { key, name, version, ...purlOfType({ type: 'luarocks', name, version }), scope };
};

/** Reads luarocks.lock: one version of each rock that a project was built with by its use, without a graph. */
export const readLuarocksLock: LockfileReader = ({ text, notes }) => {
  const document = parseLuaTable(text);
  const packages = new Map<string, FoundPackage>();
  const tables = [...document].filter(([key]) => scopes.has(key));
  if (tables.length === 0) throw new UnreadableFile('it has no dependencies');
  for (const [table, rocks] of tables) {
    for (const [name, stated] of typeof rocks === 'string' ? [] : rocks) {
      const version = typeof stated === 'string' ? asText(stated) : undefined;
      if (!asText(name) || version === undefined) {
        notes.add(unreadableEntries, name);
        continue;
      }
      // The interpreter itself is not a rock.
      if (name === 'lua') continue;
      const scope = scopes.get(table) ?? 'required';
      const found = packageOf(name, version, scope);
      const known = packages.get(found.key);
      if (known?.scope) known.scope = strongerScope(known.scope, scope);
      else if (packages.size >= maxPackages) notes.addOmitted(1);
      else packages.set(found.key, found);
    }
  }
  return { packages: [...packages.values()], roots: { ...emptyRoots(), required: [...packages.keys()] } };
};
