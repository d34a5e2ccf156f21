import { parseToml, tryParse } from '../parse/parse-document.ts';
import { rootKinds } from '../lockfile-reader.ts';
import { asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';

/** What a Cargo.toml asks for, by the names of the packages themselves; a rename is undone. */
export interface CargoManifest {
  /** Absent for a workspace without a package of its own. */
  name?: string;
  required: Set<string>;
  optional: Set<string>;
  dev: Set<string>;
}

const spellings = {
  dependencies: 'required',
  'build-dependencies': 'required',
  build_dependencies: 'required',
  'dev-dependencies': 'dev',
  dev_dependencies: 'dev',
} as const;

/** `alias = { package = "real" }`; with `workspace = true` the workspace's table says so. */
const packageOf = (alias: string, value: unknown, workspace: unknown): string => {
  const stated = member(value, 'workspace') === true ? member(workspace, alias) : value;
  return asText(member(stated, 'package')) ?? alias;
};

/** Optional dependencies, by alias, that the features switch on which are on by default. */
const onByDefault = (document: Table): Set<string> => {
  const features = member(document, 'features');
  const on = new Set<string>();
  const seen = new Set<string>();
  const open = ['default'];
  for (let feature = open.pop(); feature !== undefined; feature = open.pop()) {
    if (seen.has(feature)) continue;
    seen.add(feature);
    // A feature, a dependency (`dep:name`, `name/feature`), or both in one word; `name?/feature` switches nothing on.
    const [name = ''] = feature.replace(/^dep:/, '').split('/', 1);
    on.add(name);
    open.push(...textsOf(member(features, feature)));
  }
  return on;
};

const addTables = (
  into: CargoManifest,
  tables: unknown,
  workspace: unknown,
  on: ReadonlySet<string>,
): void => {
  for (const [table, kind] of Object.entries(spellings)) {
    for (const [alias, value] of entriesOf(member(tables, table))) {
      const optional = kind === 'required' && member(value, 'optional') === true && !on.has(alias);
      into[optional ? 'optional' : kind].add(packageOf(alias, value, workspace));
    }
  }
};

const workspaceOf = (document: Table): unknown => member(member(document, 'workspace'), 'dependencies') ?? {};

const manifestOf = (document: Table, workspace: unknown): CargoManifest => {
  const name = asText(member(member(document, 'package'), 'name'));
  const into = {
    ...(name && { name }),
    required: new Set<string>(),
    optional: new Set<string>(),
    dev: new Set<string>(),
  };
  const on = onByDefault(document);
  addTables(into, document, workspace, on);
  for (const [, tables] of entriesOf(member(document, 'target'))) addTables(into, tables, workspace, on);
  // What is asked for in several ways counts as the strongest of them.
  for (const [at, stronger] of rootKinds.entries())
    for (const weaker of rootKinds.slice(at + 1))
      for (const each of into[stronger]) into[weaker].delete(each);
  return into;
};

/** The manifests of a workspace, its root's first. What cannot be read is left out. */
export const readCargoManifests = (texts: readonly (string | undefined)[]): CargoManifest[] => {
  const documents = texts
    .map((text) => tryParse(text, parseToml))
    .filter((document) => document !== undefined);
  const workspace = documents.map(workspaceOf).find((table) => entriesOf(table).length > 0);
  return documents.map((document) => manifestOf(document, workspace));
};
