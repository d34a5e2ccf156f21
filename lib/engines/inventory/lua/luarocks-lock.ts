import type { DependencyScope } from '@scangate/engines/model/component';
import { strongerScope } from '@scangate/engines/model/component';
import { emptyRoots, unreadableEntries, type FoundPackage, type LockfileReader } from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
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

const longestText = 512;

/** Reads a rock as nearly all are; undefined for a name or version with other characters. */
const usualPackage = (name: string, version: string, scope: DependencyScope): FoundPackage | undefined => {
  const purl = plainPurl('luarocks', name, version);
  if (purl === undefined || name.length > longestText || version.length > longestText) return undefined;
  return { key: `${name}@${version}`, name, version, purl, scope };
};

const packageOf = (stated: string, value: unknown, scope: DependencyScope): FoundPackage | undefined => {
  const [name, version] = [asText(stated) && stated, asText(value)];
  if (!name || version === undefined) return undefined;
  return {
    key: `${name}@${version}`,
    name,
    version,
    ...purlOfType({ type: 'luarocks', name, version }),
    scope,
  };
};

/** The rocks of all tables. */
class Rocks {
  readonly packages: FoundPackage[] = [];
  readonly #notes: Notes;
  /** The packages by their keys, which the first table needs for none of the usual ones: its names are distinct. */
  #byKey: Map<string, FoundPackage> | undefined;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  /**
   * Adds a package; of one that is there, the stronger scope counts.
   * @param isNew whether none of the others can be the same.
   */
  add(found: FoundPackage, isNew: boolean): void {
    const known = isNew ? undefined : this.#known(found);
    if (known?.scope && found.scope) known.scope = strongerScope(known.scope, found.scope);
    else if (this.packages.length >= maxPackages) this.#notes.addOmitted(1);
    else {
      this.packages.push(found);
      this.#byKey?.set(found.key, found);
    }
  }

  #known({ key }: FoundPackage): FoundPackage | undefined {
    return (this.#byKey ??= new Map(this.packages.map((each) => [each.key, each]))).get(key);
  }
}

/** Reads luarocks.lock: one version of each rock that a project was built with by its use, without a graph. */
export const readLuarocksLock: LockfileReader = ({ text, notes }) => {
  const document = parseLuaTable(text);
  const tables = [...document].filter(([key]) => scopes.has(key));
  if (tables.length === 0) throw new UnreadableFile('it has no dependencies');
  const rocks = new Rocks(notes);
  for (const [at, [table, stated]] of tables.entries()) {
    if (typeof stated === 'string') continue;
    const scope = scopes.get(table) ?? 'required';
    for (const [name, version] of stated) {
      const usual = typeof version === 'string' ? usualPackage(name, version, scope) : undefined;
      const found = usual ?? packageOf(name, version, scope);
      if (!found) notes.add(unreadableEntries, name);
      // The interpreter itself is not a rock.
      else if (name !== 'lua') rocks.add(found, usual !== undefined && at === 0);
    }
  }
  const { packages } = rocks;
  return { packages, roots: { ...emptyRoots(), required: packages.map(({ key }) => key) } };
};
