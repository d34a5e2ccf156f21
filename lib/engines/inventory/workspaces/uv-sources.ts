import { posix } from 'node:path';
import { globMatches } from '@scangate/engines/suppression/path-glob';
import { directoryOf, siblingPath } from '@scangate/engines/units/paths';
import type { LockfileInput } from '../lockfile-reader.ts';
import { parseToml, tryParse } from '../parse/parse-document.ts';
import { asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';
import { readPyproject, type PythonManifest } from '../python/python-manifest.ts';
import { pypiName } from '../python/python-requirement.ts';

const maxProjects = 1000;
const maxPatterns = 100;
const file = 'pyproject.toml';

/** The places that `tool.uv.sources` states for a package. */
interface Source {
  /** Paths of it, as written. */
  paths: readonly string[];
  /** True if it is of a path or the workspace, `sometimes` where other places or conditions are stated, too. */
  isLocal: boolean | 'sometimes';
}

/** A project whose requests are in the lockfile. */
export interface UvProject {
  path: string;
  name: string;
  manifest: PythonManifest;
  /** True for the root and the members of its workspace. */
  isMember: boolean;
  sources: ReadonlyMap<string, Source>;
}

/** The projects that the manifest beside a lockfile leads to. */
export interface UvProjects {
  root: UvProject;
  all: readonly UvProject[];
  /** The names of packages whose files are in the repository. */
  names: ReadonlySet<string>;
  /** True if extras or groups may be locked apart from each other. */
  hasConflicts: boolean;
}

const conditions = ['marker', 'extra', 'group'];

const sourceOf = (value: unknown): Source => {
  const stated: readonly unknown[] = Array.isArray(value) ? value : [value];
  const own = stated.filter(
    (each) => member(each, 'path') !== undefined || member(each, 'workspace') === true,
  );
  const isCertain =
    stated.length === 1 && !conditions.some((condition) => member(own[0], condition) !== undefined);
  return {
    paths: textsOf(own.map((each) => asText(member(each, 'path'), 4096))),
    isLocal: own.length > 0 && (isCertain || 'sometimes'),
  };
};

const uvOf = (document: Table): unknown => member(member(document, 'tool'), 'uv');

const ignoresSources = (settings: unknown): boolean =>
  ['no-sources', 'no-sources-package'].some((key) => member(settings, key) !== undefined);

const sourcesOf = (document: Table): Map<string, Source> => {
  const stated = ignoresSources(uvOf(document)) ? [] : entriesOf(member(uvOf(document), 'sources'));
  return new Map(stated.map(([name, value]) => [pypiName(name), sourceOf(value)]));
};

/** Returns the names that a project requests where it is installed: the tests of other projects are not. */
export const requestedBy = ({ manifest, isMember }: UvProject): Set<string> => {
  const { required, optional, dev } = manifest;
  return required.union(optional).union(isMember ? dev : new Set());
};

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-/*';
const isPlain = (pattern: string): boolean => [...pattern].every((sign) => plain.includes(sign));

/** Returns the manifests of the members that a workspace names, as far as its patterns are plain. */
const memberFiles = (document: Table, { path, findNearby }: LockfileInput): string[] => {
  const workspace = member(uvOf(document), 'workspace');
  const [members, excluded] = ['members', 'exclude'].map((key) =>
    textsOf(member(workspace, key)).map((pattern) => posix.normalize(pattern)),
  ) as [string[], string[]];
  // What is left out is not known then.
  if (members.length === 0 || excluded.length > maxPatterns || !excluded.every(isPlain)) return [];
  const { length } = directoryOf(path);
  const named = members.filter(isPlain).slice(0, maxPatterns);
  const matches = (patterns: readonly string[], place: string): boolean =>
    patterns.some((pattern) => globMatches(`/${pattern}`, place));
  return findNearby(file).filter((each) => {
    const place = directoryOf(each).slice(length, -1);
    return place !== '' && matches(named, place) && !matches(excluded, place);
  });
};

/** Reads the project of a file; undefined where it cannot be read. */
const projectAt = (
  path: string,
  { readText }: Pick<LockfileInput, 'readText'>,
  root?: UvProject,
): UvProject | undefined => {
  const text = readText(path);
  const [document, manifest] = [tryParse(text, parseToml), readPyproject(text)];
  if (!document || !manifest) return undefined;
  const name = pypiName(asText(member(member(document, 'project'), 'name')) ?? '');
  // Members take the sources of the root that they do not state.
  const sources = new Map([...(root?.sources ?? []), ...sourcesOf(document)]);
  return { path, name, manifest, isMember: false, sources };
};

/** Reads the projects that the manifest beside a lockfile leads to; undefined where that cannot be read. */
export const uvProjects = (input: LockfileInput): UvProjects | undefined => {
  const { path, readText } = input;
  const document = tryParse(readText(siblingPath(path, file)), parseToml);
  const own = projectAt(siblingPath(path, file), input);
  if (!document || !own) return undefined;
  const settings = tryParse(readText(siblingPath(path, 'uv.toml')), parseToml);
  const root = { ...own, isMember: true, ...(ignoresSources(settings) && { sources: new Map() }) };
  const members = memberFiles(document, input);
  const isMember = new Set(members);
  const all = [root];
  const names = new Set([root.name]);
  const begun = new Set([root.path, ...members]);
  for (const each of begun) {
    const found = each === root.path ? root : projectAt(each, input, isMember.has(each) ? root : undefined);
    if (!found) continue;
    const project = { ...found, isMember: found.isMember || isMember.has(each) };
    if (each !== root.path) all.push(project);
    names.add(project.name);
    for (const name of requestedBy(project))
      for (const stated of project.sources.get(name)?.paths ?? []) {
        // The sources of the root are relative to it.
        const ofRoot = project.isMember && root.sources.get(name) === project.sources.get(name);
        const place = posix.join(directoryOf(ofRoot ? root.path : each), stated);
        if (begun.size < maxProjects) begun.add(posix.join(place, file));
        const isOld = ['setup.py', 'setup.cfg'].some(
          (setup) => readText(posix.join(place, setup)) !== undefined,
        );
        if (isOld) names.add(name);
      }
  }
  const conflicts = member(uvOf(document), 'conflicts');
  return { root, all, names, hasConflicts: conflicts !== undefined };
};

/**
 * Returns whether a package is of the repository: in any case, or `sometimes`, when a registry has it for others.
 * @param isNeeded whether packages of a registry need it.
 */
export const isOfRepository = (
  name: string,
  { all, names, hasConflicts }: UvProjects,
  isNeeded: boolean,
): boolean | 'sometimes' => {
  if (!names.has(name)) return false;
  if (all.some((project) => project.isMember && project.name === name)) return true;
  const asking = all.filter((project) => requestedBy(project).has(name));
  const local = asking.filter(({ sources }) => sources.get(name)?.isLocal);
  if (local.length === 0) return false;
  const isAlways = local.some(
    ({ manifest, sources }) =>
      sources.get(name)?.isLocal === true &&
      manifest.unconditional.has(name) &&
      (!hasConflicts || manifest.required.has(name)),
  );
  const isSole =
    local.length === asking.length && local.every(({ sources }) => sources.get(name)?.isLocal === true);
  return isAlways || (isSole && !isNeeded) || 'sometimes';
};
