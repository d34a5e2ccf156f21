import { baseNameOf, siblingPath } from '@scangate/engines/units/paths';
import { asciiClass, consistsOf } from '@scangate/engines/text/ascii-class';
import { publicUrl } from '../package-address.ts';
import { KeysByName, maxPackages } from '../package-limit.ts';
import { noteUncoveredBelow } from '../uncovered-manifests.ts';
import { pythonManifests, readPyproject } from './python-manifest.ts';
import { parseRequirement, pinnedRequirement, pypiName, requirementRange } from './python-requirement.ts';
import { noteUnmetRanges, packagesByName, type RequestedRange } from '../unmet-ranges.ts';
import {
  unreadableEntries,
  missingDependencies,
  emptyRoots,
  type FoundPackage,
  type LockfileInput,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { conditionalPins, Constraints, includedPath, maxIncludes } from './included-requirements.ts';
import { isForDevelopment } from './loose-files.ts';
import { pipOptions } from './pip-options.ts';
import { otherEncodingOf } from './requirements-encoding.ts';
import { hashesIn } from './requirement-hashes.ts';
import { withoutOptions, type RequirementLine } from './requirement-line.ts';
import { eachRequirementLine, requirementLines } from './requirements-lines.ts';

/** A pip option at the start of a line: `-r file`, `-rfile`, `--requirement=file`. */
const optionName = /^(?:--[a-z-]{1,40}|-[a-zA-Z])/;

interface State {
  input: LockfileInput;
  packages: FoundPackage[];
  /** Who needs each package, according to the comments. */
  vias: (readonly string[])[];
  /** The keys of packages of which another one has the name. */
  repeated: Set<string>;
  /** Versions pinned by constraints files, for requirements without a version. */
  constraints: Constraints;
  /** The packages by name, for the graph from `# via` comments. */
  byName: KeysByName<FoundPackage>;
  visited: Set<string>;
  /** True if the file installs the project next to it, with its dependencies. */
  installsProject: boolean;
}

/** A file that is being read, and whether its lines are requirements or constraints. */
interface OpenFile {
  path: string;
  /** The path and a colon, with which the keys of its packages begin. */
  keyStart: string;
  isConstraints: boolean;
}

/** Adds a package unless it is on an earlier line, or there are too many. Nearly all names are there once. */
const place = (state: State, found: FoundPackage, via: readonly string[]): void => {
  const { packages, byName, repeated } = state;
  const isFull = packages.length >= maxPackages;
  const first = isFull ? byName.first(found.name) : byName.addFirst(found.name, found);
  if (first !== undefined) {
    repeated.add(first.key);
    if (repeated.has(found.key)) return;
    repeated.add(found.key);
    if (!isFull) byName.add(found.name, found);
  }
  if (isFull) {
    state.input.notes.addOmitted(1);
    return;
  }
  packages.push(found);
  state.vias.push(via);
};

/** The list of all packages without an edge: the first edge of a package makes a list of its own. */
const noEdges: string[] = [];

const ecosystem = 'PyPI';

/** Adds a pin as nearly all lines are. @returns whether it is one. */
const addPin = (state: State, { path: file, keyStart }: OpenFile, line: RequirementLine): boolean => {
  const { text, pin, hashes, via } = line;
  const requirement = pin && pinnedRequirement(pin);
  if (!requirement) return false;
  const { name, version } = requirement;
  // Mostly the text of the line, which is not copied.
  const key = keyStart + (name === pin.name ? text : `${name}==${version}`);
  place(state, { key, ecosystem, name, version, hashes, file, dependsOn: noEdges }, via);
  return true;
};

const addPackage = (state: State, file: OpenFile, line: RequirementLine): void => {
  if (addPin(state, file, line)) return;
  const { text, via } = line;
  const requirement = parseRequirement(withoutOptions(text));
  if (!requirement) {
    state.input.notes.add(unreadableEntries, publicUrl(text.slice(0, 80)));
    return;
  }
  const hashes = line.hashes.length > 0 ? line.hashes : hashesIn(text);
  const { name, version, origin } = requirement;
  // Duplicate lines of a file are one package, however often the file is included.
  const key = `${file.keyStart}${name}==${origin?.url ?? version ?? ''}`;
  if (version === undefined && !origin) state.constraints.ask(key, withoutOptions(text));
  place(state, { ...requirement, key, hashes, file: file.path, dependsOn: noEdges }, via);
};

const addConstraint = ({ constraints }: State, text: string): void => {
  const stated = withoutOptions(text);
  const requirement = parseRequirement(stated);
  if (requirement?.version) constraints.add({ name: requirement.name, version: requirement.version }, stated);
};

/** Gives each requirement without a version those that constraints pin it to. */
const applyConstraints = (state: State): void => {
  const { constraints, packages, input } = state;
  if (constraints.isEmpty) return;
  for (const [at, found] of packages.slice().entries()) {
    if (found.version || found.local || found.origin) continue;
    const { versions, isCertain } = constraints.find(found);
    const [first, ...others] = versions;
    if (first === undefined) continue;
    found.version = first;
    if (!isCertain) input.notes.add(conditionalPins, found.name);
    for (const version of others) {
      const other = { ...found, version, key: `${found.key}${version}`, dependsOn: noEdges };
      place(state, other, state.vias[at] ?? []);
    }
  }
};

const optionOf = (text: string): { option?: string; value: string } => {
  const option = text.startsWith('-') ? optionName.exec(text)?.[0] : undefined;
  if (option === undefined) return { value: text };
  return { option, value: text.slice(option.length).replace(/^[\s=]+/, '') };
};

const readFile = (state: State, file: OpenFile, text: string): void => {
  const encoding = otherEncodingOf(text);
  if (encoding !== undefined)
    state.input.notes.add('files in an encoding that is not read', `${file.path}: ${encoding}`);
  eachRequirementLine(text, (line) => {
    if (line.pin && !file.isConstraints) {
      addPackage(state, file, line);
      return;
    }
    const { option, value } = optionOf(line.text);
    if (option === undefined || option === '-e' || option === '--editable')
      addRequirement(state, file, option === undefined ? line : { ...line, text: value });
    else readOptions(state, file, line);
  });
};

/** Reads the options of a line: pip installs from each of them, wherever on the line it is. */
const readOptions = (state: State, file: OpenFile, line: RequirementLine): void => {
  for (const { name, value } of pipOptions(line.text)) {
    // A requirements file that constraints include is one of requirements.
    if (name === 'requirement') include(state, { ...file, isConstraints: false }, value);
    else if (name === 'constraint') include(state, { ...file, isConstraints: true }, value);
    else if (name === 'editable') addRequirement(state, file, { ...line, text: value });
  }
};

const addRequirement = (state: State, file: OpenFile, line: RequirementLine): void => {
  if (file.isConstraints) addConstraint(state, line.text);
  // The project itself, installed in place, is not a dependency.
  else if (/^\.(?:\[|\/?$|\s)/.test(line.text)) state.installsProject = true;
  else addPackage(state, file, line);
};

const include = (state: State, { path: from, isConstraints }: OpenFile, target: string): void => {
  const path = includedPath(from, target);
  const mark = `${isConstraints ? 'c' : 'r'}:${path}`;
  if (state.visited.has(mark)) return;
  state.visited.add(mark);
  if (state.visited.size > maxIncludes) {
    state.input.notes.add(
      `included files that are not read: only ${maxIncludes} files are`,
      publicUrl(target),
    );
    return;
  }
  const text = state.input.readText(path);
  if (text === undefined) state.input.notes.add('included files that are not in the unit', publicUrl(target));
  else readFile(state, { path, keyStart: `${path}:`, isConstraints }, text);
};

/** A `# via` comment may also name a file, after an option or before parentheses. */
const packageName = /^[A-Za-z0-9][\w.-]*(?:\[[^\]]*\])?$/;
const inName = asciiClass(/[\w.-]/);
const beforeFile = /[\s(]/;

const isFile = (stated: string): boolean =>
  stated.startsWith('-') || (!consistsOf(stated, inName) && beforeFile.test(stated));

/** Notes missing requests of the file's source: `requirements.in` next to a compiled `requirements.txt`. */
const noteUnlisted = ({ input, byName, packages }: State): void => {
  const sourcePath = input.path.replace(/\.(?:txt|lock)$/, '.in');
  const source = sourcePath === input.path ? undefined : input.readText(sourcePath);
  if (source === undefined) return;
  const asked: RequestedRange[] = [];
  for (const { text } of requirementLines(source)) {
    const requirement = text.startsWith('-') ? undefined : parseRequirement(withoutOptions(text));
    if (!requirement || requirement.local || text.includes(';')) continue;
    const { name } = requirement;
    input.notes.addRequest(name, byName.find(name).length > 0);
    const range = requirementRange(withoutOptions(text));
    if (range !== undefined) asked.push({ name, range });
  }
  noteUnmetRanges(asked, packagesByName(packages), input.notes);
};

/** Notes dependencies of the project next to the file that the file lacks: no other file pins them. */
const noteProject = ({ input, byName, installsProject, packages }: State): void => {
  if (!installsProject && baseNameOf(input.path) !== 'requirements.txt') return;
  const kind = 'dependencies of the project beside it that it does not have';
  const manifest = readPyproject(input.readText(siblingPath(input.path, 'pyproject.toml')));
  for (const name of manifest?.required ?? [])
    if (manifest?.unconditional.has(name) && byName.find(name).length === 0) input.notes.add(kind, name);
  noteUnmetRanges(manifest?.ranges ?? [], packagesByName(packages), input.notes);
  // A setup file is code; without running it, it is only known that it names requirements.
  for (const name of ['setup.py', 'setup.cfg'])
    if (installsProject && input.readText(siblingPath(input.path, name))?.includes('install_requires'))
      input.notes.add(kind, `those in ${name}`);
};

/** A list that begins with one item has room for it only, one that grows for many. */
const withEdge = (edges: string[] | undefined, key: string): string[] => {
  if (!edges || edges.length === 0) return [key];
  edges.push(key);
  return edges;
};

/** Adds the edge from each package of a name. @returns how many there are. */
const addEdges = ({ byName }: State, stated: string, key: string): number => {
  const name = pypiName(stated.includes('[') ? stated.slice(0, stated.indexOf('[')) : stated);
  const sole = byName.sole(name);
  if (sole) {
    sole.dependsOn = withEdge(sole.dependsOn, key);
    return 1;
  }
  const needers = byName.find(name);
  for (const needer of needers) needer.dependsOn = withEdge(needer.dependsOn, key);
  return needers.length;
};

/**
 * Adds the edges from `# via` comments, which name packages, or the files (`-r requirements.in`) with the direct
 * requests.
 * @returns the keys of direct packages.
 */
const connect = (state: State): string[] => {
  const direct: string[] = [];
  const compiled = state.vias.some((via) => via.length > 0);
  for (let at = 0; at < state.packages.length; at += 1) {
    const { key } = state.packages[at]!;
    const via = state.vias[at]!;
    let isNeeded = false;
    let isAsked = !compiled;
    for (const name of via) {
      const needers = addEdges(state, name, key);
      if (needers === 0 && packageName.test(name)) state.input.notes.add(missingDependencies, name);
      isNeeded ||= needers > 0;
      isAsked ||= isFile(name);
    }
    if (isAsked || !isNeeded) direct.push(key);
  }
  return direct;
};

/**
 * Reads pip's requirements files and the files they include from the same unit. Only pins have a version;
 * ranges have none.
 */
export const readRequirements: LockfileReader = (input) => {
  const state: State = {
    input,
    packages: [],
    vias: [],
    repeated: new Set(),
    constraints: new Constraints(),
    byName: new KeysByName(),
    visited: new Set([`r:${input.path}`]),
    installsProject: false,
  };
  readFile(state, { path: input.path, keyStart: `${input.path}:`, isConstraints: false }, input.text);
  applyConstraints(state);
  noteUnlisted(state);
  noteProject(state);
  if (baseNameOf(input.path) === 'requirements.txt')
    noteUncoveredBelow(input, pythonManifests, (name) => state.byName.find(name).length > 0);
  const roots = emptyRoots();
  roots[isForDevelopment(input.path) ? 'dev' : 'required'] = connect(state);
  return { packages: state.packages, roots };
};
