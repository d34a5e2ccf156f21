import { parseToml, tryParse } from '../parse/parse-document.ts';
import { rootKinds } from '../lockfile-reader.ts';
import type { RequestedRange } from '../unmet-ranges.ts';
import { asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';

/** Lists the dependencies of a Cargo.toml by package name; renames are resolved. */
export interface CargoManifest {
  /** Absent for a workspace without a package of its own. */
  name?: string;
  /** Absent where the workspace states it. */
  version?: string;
  required: Set<string>;
  optional: Set<string>;
  dev: Set<string>;
  /** Names that are taken from a registry or from a repository of git, and not from a path. */
  external: Set<string>;
  /** Names that are taken from a path. */
  byPath: Set<string>;
  /** The paths of dependencies, patches and the table of the workspace, as written. */
  paths: Set<string>;
  /** Names that `[patch]` or `[replace]` takes from a path. */
  patched: Set<string>;
  /** The requested versions, by package name, and whether one is of a path. */
  ranges: (RequestedRange & { isByPath: boolean })[];
  /** Glob patterns of the members' directories; undefined without a workspace. */
  members?: readonly string[];
}

const spellings = {
  dependencies: 'required',
  'build-dependencies': 'required',
  build_dependencies: 'required',
  'dev-dependencies': 'dev',
  dev_dependencies: 'dev',
} as const;

/**
 * Resolves `alias = { package = "real" }`. With `workspace = true` the workspace's table holds the real name.
 */
const packageOf = (
  alias: string,
  value: unknown,
  workspace: unknown,
): { name: string; range?: string; isByPath: boolean; isExternal: boolean } => {
  const stated = member(value, 'workspace') === true ? member(workspace, alias) : value;
  const range = asText(stated) ?? asText(member(stated, 'version'));
  const isByPath = member(stated, 'path') !== undefined;
  return {
    name: asText(member(stated, 'package')) ?? alias,
    ...(range !== undefined && { range }),
    isByPath,
    isExternal: !isByPath && (range !== undefined || member(stated, 'git') !== undefined),
  };
};

/** Collects the aliases of optional dependencies that the default features enable. */
const enabledByDefault = (document: Table): Set<string> => {
  const features = member(document, 'features');
  const on = new Set<string>();
  const seen = new Set<string>();
  const open = ['default'];
  for (let feature = open.pop(); feature !== undefined; feature = open.pop()) {
    if (seen.has(feature)) continue;
    seen.add(feature);
    // An entry is a feature, a dependency (`dep:name`, `name/feature`) or both at once; `name?/feature` enables
    // nothing.
    const [name = ''] = feature.replace(/^dep:/, '').split('/', 1);
    on.add(name);
    open.push(...textsOf(member(features, feature)));
  }
  return on;
};

interface Context {
  /** The dependency table of the workspace. */
  workspace: unknown;
  /** Aliases of the optional dependencies that are enabled by default. */
  enabled: ReadonlySet<string>;
}

const addPath = ({ paths }: CargoManifest, value: unknown): void => {
  const path = asText(member(value, 'path'), 4096);
  if (path !== undefined) paths.add(path);
};

const addTables = (into: CargoManifest, tables: unknown, { workspace, enabled }: Context): void => {
  for (const [table, kind] of Object.entries(spellings)) {
    for (const [alias, value] of entriesOf(member(tables, table))) {
      const optional = kind === 'required' && member(value, 'optional') === true && !enabled.has(alias);
      const { name, range, isByPath, isExternal } = packageOf(alias, value, workspace);
      if (isExternal) into.external.add(name);
      if (isByPath) into.byPath.add(name);
      addPath(into, value);
      into[optional ? 'optional' : kind].add(name);
      if (range !== undefined) into.ranges.push({ name, range, isByPath });
    }
  }
};

const workspaceOf = (document: Table): unknown => member(member(document, 'workspace'), 'dependencies') ?? {};

const patchedIn = (document: Table): Set<string> => {
  const isOfPath = ([, value]: readonly [string, unknown]): boolean => member(value, 'path') !== undefined;
  const patches = entriesOf(member(document, 'patch')).flatMap(([, table]) => entriesOf(table));
  const names = patches.filter(isOfPath).map(([alias, value]) => asText(member(value, 'package')) ?? alias);
  const replaced = entriesOf(member(document, 'replace')).filter(isOfPath);
  return new Set([...names, ...replaced.map(([spec]) => spec.split(':', 1)[0] ?? spec)]);
};

const manifestOf = (document: Table, workspace: unknown): CargoManifest => {
  const name = asText(member(member(document, 'package'), 'name'));
  const version = asText(member(member(document, 'package'), 'version'));
  const listed = member(document, 'workspace');
  const into: CargoManifest = {
    ...(name && { name }),
    ...(version && { version }),
    ...(listed !== undefined && { members: textsOf(member(listed, 'members')) }),
    required: new Set<string>(),
    optional: new Set<string>(),
    dev: new Set<string>(),
    ranges: [],
    external: new Set<string>(),
    byPath: new Set<string>(),
    paths: new Set<string>(),
    patched: patchedIn(document),
  };
  const shared = [member(listed, 'dependencies'), member(document, 'replace')];
  const patches = entriesOf(member(document, 'patch')).map(([, table]) => table);
  for (const [, value] of [...shared, ...patches].flatMap(entriesOf)) addPath(into, value);
  const context = { workspace, enabled: enabledByDefault(document) };
  addTables(into, document, context);
  for (const [, tables] of entriesOf(member(document, 'target'))) addTables(into, tables, context);
  // A dependency that is declared several times counts with its strongest kind.
  for (const [at, stronger] of rootKinds.entries())
    for (const weaker of rootKinds.slice(at + 1))
      for (const each of into[stronger]) into[weaker].delete(each);
  return into;
};

/**
 * Reads the manifests of a workspace, with the root's manifest first. Manifests that cannot be read are
 * skipped.
 */
export const readCargoManifests = (texts: readonly (string | undefined)[]): CargoManifest[] => {
  const documents = texts
    .map((text) => tryParse(text, parseToml))
    .filter((document) => document !== undefined);
  const workspace = documents.map(workspaceOf).find((table) => entriesOf(table).length > 0);
  return documents.map((document) => manifestOf(document, workspace));
};

/** Returns a reader of the manifests of one workspace, whose root has the text. What cannot be read is undefined. */
export const cargoReader = (
  root: string | undefined,
): ((text: string | undefined) => CargoManifest | undefined) => {
  const document = tryParse(root, parseToml);
  const workspace = document && workspaceOf(document);
  return (text) => {
    const found = text === root ? document : tryParse(text, parseToml);
    if (!found) return undefined;
    const isShared = member(member(member(found, 'package'), 'version'), 'workspace') === true;
    const shared = member(member(member(document, 'workspace'), 'package'), 'version');
    const version = isShared ? asText(shared) : undefined;
    return { ...manifestOf(found, workspace), ...(version && { version }) };
  };
};
