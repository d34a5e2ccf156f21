import { parseToml, tryParse } from '../parse/parse-document.ts';
import { parseRequirement, pypiName } from './python-requirement.ts';
import { entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';

/** The direct dependencies of a Python project, by PEP 503 name. */
export interface PythonManifest {
  required: Set<string>;
  optional: Set<string>;
  dev: Set<string>;
  /** Names of the extras; all other groups are for development. */
  extras: Set<string>;
}

const namesOf = (requirements: unknown): string[] =>
  textsOf(requirements).flatMap((text) => parseRequirement(text)?.name ?? []);

const addPoetryTable = (into: PythonManifest, table: unknown, kind: 'required' | 'dev'): void => {
  for (const [name, value] of entriesOf(table)) {
    if (name.toLowerCase() === 'python') continue;
    const optional = kind === 'required' && member(value, 'optional') === true;
    into[optional ? 'optional' : kind].add(pypiName(name));
  }
};

const addProject = (into: PythonManifest, document: Table): void => {
  const project = member(document, 'project');
  for (const name of namesOf(member(project, 'dependencies'))) into.required.add(name);
  for (const [extra, list] of entriesOf(member(project, 'optional-dependencies'))) {
    into.extras.add(extra);
    for (const name of namesOf(list)) into.optional.add(name);
  }
  for (const [, list] of entriesOf(member(document, 'dependency-groups')))
    for (const name of namesOf(list)) into.dev.add(name);
};

/** Reads the tables that PDM and uv used before dependency groups became a standard. */
const addTools = (into: PythonManifest, document: Table): void => {
  const tool = member(document, 'tool');
  const pdm = member(member(tool, 'pdm'), 'dev-dependencies');
  const uv = member(member(tool, 'uv'), 'dev-dependencies');
  for (const list of [...entriesOf(pdm).map(([, each]) => each), uv])
    for (const name of namesOf(list)) into.dev.add(name);
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
    const into = { required: fresh(), optional: fresh(), dev: fresh(), extras: fresh() };
    fill(into, parseToml(known));
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
