import { parseJson, tryParse } from '../parse/parse-document.ts';
import { asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';

/** Direct dependencies as a package.json declares them: name → range. */
export interface PackageJson {
  name?: string;
  /** Glob patterns of the members' directories. */
  workspaces: readonly string[];
  required: ReadonlyMap<string, string>;
  optional: ReadonlyMap<string, string>;
  dev: ReadonlyMap<string, string>;
  /** Names whose requested range is replaced: Yarn's `resolutions`. */
  resolutions: ReadonlySet<string>;
  /** Names whose requested range is replaced by any package manager. */
  overridden: ReadonlySet<string>;
}

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

/** Returns the packages that a table of overrides is about; `a>b` is about `b`, and npm nests tables. */
export const overriddenNames = (table: unknown): string[] =>
  entriesOf(table).flatMap(([pattern, value]) => [
    resolvedName(pattern.replace(/^.{0,500}>(?=[@a-z])/i, '').trim()),
    ...entriesOf(value).map(([inner]) => resolvedName(inner)),
  ]);

const ranges = (value: unknown): Map<string, string> =>
  new Map(
    entriesOf(value).flatMap(([name, range]) =>
      typeof range === 'string' && asText(name) ? [[name, range] as const] : [],
    ),
  );

/** Reads the dependency tables of a package.json, or of a lockfile entry that copies them. */
export const declaredDependencies = (table: Table): PackageJson => {
  const name = asText(member(table, 'name'));
  const optional = ranges(member(table, 'optionalDependencies'));
  const required = ranges(member(table, 'dependencies'));
  // npm copies optional dependencies into `dependencies` when it publishes.
  for (const key of optional.keys()) required.delete(key);
  const listed = member(table, 'workspaces');
  const workspaces = textsOf(member(listed, 'packages') ?? listed);
  return {
    ...(name && { name }),
    workspaces,
    required,
    optional,
    dev: ranges(member(table, 'devDependencies')),
    resolutions: new Set(overriddenNames(member(table, 'resolutions'))),
    overridden: new Set(
      [
        member(table, 'resolutions'),
        member(table, 'overrides'),
        member(member(table, 'pnpm'), 'overrides'),
      ].flatMap(overriddenNames),
    ),
  };
};

/**
 * Reads a manifest that is only a hint.
 * @returns undefined when it cannot be read.
 */
export const readPackageJson = (text: string | undefined): PackageJson | undefined =>
  tryParse(text, (known) => declaredDependencies(parseJson(known)));
