import { parseToml, tryParse } from '../parse/parse-document.ts';
import { parseRequirement, pypiName, requirementRange } from './python-requirement.ts';
import {
  unreadableManifests,
  type FoundPackage,
  type LockfileInput,
  type rootKinds,
} from '../lockfile-reader.ts';
import type { ManifestKind } from '../uncovered-manifests.ts';
import { noteUnmetRanges, type RequestedRange } from '../unmet-ranges.ts';
import { asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';

/** The direct dependencies of a Python project, by PEP 503 name. */
export interface PythonManifest {
  required: Set<string>;
  optional: Set<string>;
  dev: Set<string>;
  /** Names of the extras; all other groups are for development. */
  extras: Set<string>;
  /** The names that no condition (a marker, a Python version) excludes from a lockfile. */
  unconditional: Set<string>;
  /** The ranges that are requested without a condition. */
  ranges: RequestedRange[];
  /** Names whose ranges are replaced by the configuration of the tool. */
  overridden: Set<string>;
}

/** Adds the names of PEP 508 requirements; a marker follows a semicolon. */
const addRequirements = (
  into: PythonManifest,
  kind: 'required' | 'optional' | 'dev',
  requirements: unknown,
): void => {
  for (const text of textsOf(requirements)) {
    const name = parseRequirement(text)?.name;
    if (name === undefined) continue;
    into[kind].add(name);
    if (!text.includes(';')) into.unconditional.add(name);
    const range = requirementRange(text);
    if (range !== undefined) into.ranges.push({ name, range });
  }
};

const conditions = ['markers', 'python', 'platform', 'sys_platform', 'platform_system', 'os_name'];

/** True for a Poetry or Pipenv entry that applies to some environments only. */
const isConditional = (value: unknown): boolean =>
  Array.isArray(value) || conditions.some((key) => member(value, key) !== undefined);

const addPoetryTable = (into: PythonManifest, table: unknown, kind: 'required' | 'dev'): void => {
  for (const [name, value] of entriesOf(table)) {
    if (name.toLowerCase() === 'python') continue;
    const optional = kind === 'required' && member(value, 'optional') === true;
    into[optional ? 'optional' : kind].add(pypiName(name));
    if (isConditional(value)) continue;
    into.unconditional.add(pypiName(name));
    const range = asText(value) ?? asText(member(value, 'version'));
    if (range !== undefined) into.ranges.push({ name: pypiName(name), range });
  }
};

const addProject = (into: PythonManifest, document: Table): void => {
  const project = member(document, 'project');
  addRequirements(into, 'required', member(project, 'dependencies'));
  for (const [extra, list] of entriesOf(member(project, 'optional-dependencies'))) {
    into.extras.add(extra);
    addRequirements(into, 'optional', list);
  }
  for (const [, list] of entriesOf(member(document, 'dependency-groups'))) addRequirements(into, 'dev', list);
};

/** Reads the tables that PDM and uv used before dependency groups became a standard. */
const addTools = (into: PythonManifest, document: Table): void => {
  const tool = member(document, 'tool');
  const pdm = member(member(tool, 'pdm'), 'dev-dependencies');
  const uv = member(member(tool, 'uv'), 'dev-dependencies');
  for (const list of [...entriesOf(pdm).map(([, each]) => each), uv]) addRequirements(into, 'dev', list);
  const replaced = textsOf(member(member(tool, 'uv'), 'override-dependencies'));
  for (const text of replaced) into.overridden.add(parseRequirement(text)?.name ?? '');
  const overrides = member(member(member(tool, 'pdm'), 'resolution'), 'overrides');
  for (const [name] of entriesOf(overrides)) into.overridden.add(pypiName(name));
};

const addPoetry = (into: PythonManifest, document: Table): void => {
  const poetry = member(member(document, 'tool'), 'poetry');
  addPoetryTable(into, member(poetry, 'dependencies'), 'required');
  addPoetryTable(into, member(poetry, 'dev-dependencies'), 'dev');
  for (const [group, table] of entriesOf(member(poetry, 'group')))
    addPoetryTable(into, member(table, 'dependencies'), group === 'main' ? 'required' : 'dev');
};

const fresh = (): Set<string> => new Set();

const read = (
  text: string | undefined,
  fill: (into: PythonManifest, document: Table) => void,
): PythonManifest | undefined =>
  tryParse(text, (known) => {
    const into = {
      required: fresh(),
      optional: fresh(),
      dev: fresh(),
      extras: fresh(),
      unconditional: fresh(),
      ranges: [],
      overridden: fresh(),
    };
    const document = parseToml(known);
    fill(into, document);
    // A project may request one of its own extras.
    for (const table of [member(document, 'project'), member(member(document, 'tool'), 'poetry')])
      into.unconditional.delete(pypiName(asText(member(table, 'name')) ?? ''));
    return into;
  });

/** Reads the direct dependencies of a pyproject.toml: PEP 621, PEP 735 and Poetry's own tables. */
export const readPyproject = (text: string | undefined): PythonManifest | undefined =>
  read(text, (into, document) => {
    addProject(into, document);
    addTools(into, document);
    addPoetry(into, document);
  });

const pipfileSettings: ReadonlySet<string> = new Set(['pipenv', 'requires', 'scripts', 'source']);

/**
 * Reads the direct dependencies of a Pipfile. Tables that are not pipenv's settings are package categories.
 */
export const readPipfile = (text: string | undefined): PythonManifest | undefined =>
  read(text, (into, document) => {
    for (const [name, table] of entriesOf(document))
      if (!pipfileSettings.has(name))
        addPoetryTable(into, table, name === 'dev-packages' ? 'dev' : 'required');
  });

const requiredBy = (manifest: PythonManifest | undefined): string[] | undefined =>
  manifest && [...manifest.required].filter((name) => manifest.unconditional.has(name));

/** The manifests of Python projects; development dependencies are never requested by another project. */
export const pythonManifests: readonly ManifestKind[] = [
  { file: 'pyproject.toml', namesIn: (text) => requiredBy(readPyproject(text)) },
  { file: 'Pipfile', namesIn: (text) => requiredBy(readPipfile(text)) },
];

/**
 * Notes a damaged manifest, and requests that the lockfile does not list, or lists in another version.
 * @param kinds that the tool locks in any case.
 */
export const noteUnlistedRequests = (
  manifest: PythonManifest | undefined,
  kinds: readonly (typeof rootKinds)[number][],
  { path, notes, readText, find }: ManifestContext,
): void => {
  const hasEntry = (name: string): boolean => find(name).length > 0;
  if (!manifest && readText(path) !== undefined) notes.add(unreadableManifests, path);
  for (const kind of kinds)
    for (const name of manifest?.[kind] ?? []) {
      // A condition that never holds excludes a dependency from the lockfile.
      if (hasEntry(name) || manifest?.unconditional.has(name)) notes.addRequest(name, hasEntry(name));
    }
  const ranges = manifest?.ranges.filter(({ name }) => !manifest.overridden.has(name)) ?? [];
  noteUnmetRanges(ranges, find, notes);
};

interface ManifestContext extends Pick<LockfileInput, 'notes' | 'readText'> {
  /** The path of the manifest. */
  path: string;
  /** Returns the entries of a name. */
  find: (name: string) => readonly FoundPackage[];
}
