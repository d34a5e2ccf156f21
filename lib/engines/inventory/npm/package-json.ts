import { parseJson, tryParse } from '../parse/parse-document.ts';
import { asTable, asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';

/** Upper bound of overrides for one name. */
const maxOverrides = 100;

/** Direct dependencies as a package.json declares them: name → range. */
export interface PackageJson {
  name?: string;
  /** Glob patterns of the members' directories. */
  workspaces: readonly string[];
  required: ReadonlyMap<string, string>;
  optional: ReadonlyMap<string, string>;
  dev: ReadonlyMap<string, string>;
  /** The patterns and values of Yarn's `resolutions`, in their order. */
  resolutions: readonly (readonly [pattern: string, value: string])[];
  /** The ranges of `resolutions`, by name. */
  resolvedRanges: ReadonlyMap<string, readonly string[]>;
  /** Optional dependencies that pnpm leaves out. */
  ignored: readonly string[];
  /** The ranges that each package manager puts in the place of those of direct dependencies. */
  overrides: Readonly<Record<PackageManager, Overrides>>;
}

export type PackageManager = 'npm' | 'yarn' | 'pnpm' | 'bun';

/** By name, the ranges that replace that of a request; with a selector, only that of one whose range it meets. */
export type Overrides = ReadonlyMap<string, readonly { value: string; selector?: string }[]>;

/** Returns the package that a resolution is about: `name` for `parent/name@range`. */
const resolvedName = (pattern: string): string => {
  let name = '';
  let scope = '';
  for (const part of pattern.split('/')) {
    if (part.startsWith('@')) {
      scope = `${part}/`;
      continue;
    }
    const at = part.indexOf('@');
    name = `${scope}${at === -1 ? part : part.slice(0, at)}`;
    scope = '';
    if (at !== -1) break;
  }
  return name;
};

const parents = /^.{0,500}>(?=[@a-z])/i;

/** Returns what tables of overrides say of direct dependencies: `a>b` and `a/b` are about the dependencies of `a`. */
export const directOverrides = (...tables: readonly unknown[]): Overrides => {
  const found = new Map<string, { value: string; selector?: string }[]>();
  for (const [stated, entry] of tables.flatMap(entriesOf)) {
    const pattern = stated.startsWith('**/') ? stated.slice('**/'.length) : stated;
    const name = resolvedName(pattern);
    const value = typeof entry === 'string' ? entry : asText(member(entry, '.'));
    const selector = pattern.startsWith(`${name}@`) ? pattern.slice(name.length + 1) : undefined;
    const isDirect = pattern === name || selector !== undefined;
    if (value === undefined || parents.test(pattern) || !isDirect) continue;
    const known = found.get(name) ?? [];
    found.set(name, [
      ...known.slice(0, maxOverrides),
      { value, ...(selector !== undefined && { selector }) },
    ]);
  }
  return found;
};

const ranges = (value: unknown): Map<string, string> => {
  const found = new Map<string, string>();
  for (const [name, range] of entriesOf(value))
    if (typeof range === 'string' && asText(name)) found.set(name, range);
  return found;
};

const noNames: readonly string[] = [];

const namesIn = (value: unknown): readonly string[] => {
  const table = asTable(value);
  if (!table) return noNames;
  const [names, stated] = [Object.keys(table), Object.values(table)];
  const isName = (name: string, at: number): boolean =>
    typeof stated[at] === 'string' && asText(name) !== undefined;
  return names.every(isName) ? names : names.filter(isName);
};

/** Returns the names that another list does not have. */
export const namesWithout = (names: readonly string[], others: readonly string[]): readonly string[] => {
  if (others.length === 0) return names;
  const left = new Set(others);
  return names.filter((name) => !left.has(name));
};

/** Returns only the names that declaredDependencies would return for a lockfile entry, much faster. */
export const dependencyNames = (entry: Table): Record<'required' | 'optional', readonly string[]> => {
  const optional = namesIn(entry['optionalDependencies']);
  // npm copies optional dependencies into `dependencies` when it publishes.
  return { required: namesWithout(namesIn(entry['dependencies']), optional), optional };
};

/** Reads what a lockfile entry depends on. */
export const dependencyRanges = (table: Table): Pick<PackageJson, 'required' | 'optional'> => {
  const optional = ranges(member(table, 'optionalDependencies'));
  const required = ranges(member(table, 'dependencies'));
  // npm copies optional dependencies into `dependencies` when it publishes.
  for (const key of optional.keys()) required.delete(key);
  return { required, optional };
};

const resolvedRanges = (table: unknown): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const [pattern, range] of entriesOf(table))
    if (typeof range === 'string') {
      const name = resolvedName(pattern);
      found.set(name, [...(found.get(name) ?? []).slice(0, maxOverrides), range]);
    }
  return found;
};

/** Reads the dependency tables of a package.json, or of a lockfile entry that copies them. */
export const declaredDependencies = (table: Table): PackageJson => {
  const name = asText(member(table, 'name'));
  const listed = member(table, 'workspaces');
  const workspaces = textsOf(member(listed, 'packages') ?? listed);
  return {
    ...(name && { name }),
    workspaces,
    ...dependencyRanges(table),
    dev: ranges(member(table, 'devDependencies')),
    resolutions: entriesOf(member(table, 'resolutions')).flatMap(([pattern, value]) =>
      typeof value === 'string' ? [[pattern, value] as const] : [],
    ),
    resolvedRanges: resolvedRanges(member(table, 'resolutions')),
    overrides: {
      npm: directOverrides(member(table, 'overrides')),
      yarn: directOverrides(member(table, 'resolutions')),
      pnpm: directOverrides(member(table, 'resolutions'), member(member(table, 'pnpm'), 'overrides')),
      bun: directOverrides(member(table, 'resolutions'), member(table, 'overrides')),
    },
    ignored: textsOf(member(member(table, 'pnpm'), 'ignoredOptionalDependencies')),
  };
};

/** Returns the range that a manifest states for a name. */
export const rangeIn = (manifest: PackageJson, name: string): string | undefined =>
  manifest.required.get(name) ?? manifest.optional.get(name) ?? manifest.dev.get(name);

/**
 * Reads a manifest that is only supplementary.
 * @returns undefined when it cannot be read.
 */
export const readPackageJson = (text: string | undefined): PackageJson | undefined =>
  tryParse(text, (known) => declaredDependencies(parseJson(known)));
