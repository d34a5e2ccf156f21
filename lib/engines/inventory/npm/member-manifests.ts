import { posix } from 'node:path';
import { directoryOf, siblingPath } from '@scangate/engines/units/paths';
import { globMatches } from '@scangate/engines/suppression/path-glob';
import { vendoredMembers } from '../workspaces/vendored-members.ts';
import { rootKinds, unreadableManifests, type LockfileInput } from '../lockfile-reader.ts';
import { readPackageJson, type PackageJson } from './package-json.ts';

type ResolutionInputs = Pick<LockfileInput, 'path' | 'notes' | 'readText' | 'findNearby'>;

/** The package.json of the unit or of a workspace member. */
export interface MemberManifest {
  /** Relative to the lockfile; '' is the unit itself. */
  directory: string;
  manifest: PackageJson;
}

const maxPatterns = 100;

/** True for globs without braces or classes, which are not interpreted. */
const isPlain = (pattern: string): boolean => /^!?[\w@.*/-]{1,500}$/.test(pattern);

/**
 * Returns a test for the package.json of workspace members; undefined if the patterns cannot be interpreted.
 * The unit's own package.json always matches.
 */
const memberTest = (stated: readonly string[]): ((path: string) => boolean) | undefined => {
  const patterns = stated.slice(0, maxPatterns);
  if (!patterns.every(isPlain)) return undefined;
  const globs = patterns.map((pattern) => ({
    isExcluded: pattern.startsWith('!'),
    glob: `/${pattern.replace(/^!?(?:\.\/)?/, '').replace(/\/$/, '')}/package.json`,
  }));
  const fits = (path: string, excluded: boolean): boolean =>
    globs.some(({ isExcluded, glob }) => isExcluded === excluded && globMatches(glob, path));
  return (path) => path === 'package.json' || (fits(path, false) && !fits(path, true));
};

/** Reads a package.json and notes one that is damaged. */
const readAt = ({ notes, readText }: ResolutionInputs, path: string): PackageJson | undefined => {
  const text = readText(path);
  const manifest = readPackageJson(text);
  if (text !== undefined && !manifest) notes.add(unreadableManifests, path);
  return manifest;
};

/**
 * Returns the directories that manifests take packages from together with their dependencies, relative to the lockfile. Those of
 * `link:` are not installed.
 */
const linkedDirectories = (members: readonly MemberManifest[]): Set<string> =>
  new Set(
    members.flatMap(({ directory, manifest }) =>
      rootKinds.flatMap((kind) =>
        [...manifest[kind].values()].flatMap((range) => {
          const target = /^(?:(?:file|portal):)?(\.{1,2}\/.*|[^:]*$)/.exec(range)?.[1];
          return target === undefined ? [] : posix.join(directory, target).replace(/\/$/, '');
        }),
      ),
    ),
  );

const linkedRanges = ['link:', 'portal:', 'workspace:', 'file:'];

/** Returns whether the lockfile has an entry for a request of a manifest. */
export type HasEntry = (name: string, range: string) => boolean;

/** Notes manifests below the lockfile that request something and are not members of its workspace. */
const noteUncovered = (
  others: readonly string[],
  { members, has, isCertain }: { members: readonly MemberManifest[]; has: HasEntry; isCertain: boolean },
  input: ResolutionInputs,
): void => {
  const names = new Set(members.map(({ manifest }) => manifest.name));
  const coveredBy =
    (locked: HasEntry) =>
    ([name, range]: readonly [string, string]): boolean =>
      names.has(name) || linkedRanges.some((kind) => range.startsWith(kind)) || locked(name, range);
  const linked = linkedDirectories(members);
  const { length } = directoryOf(input.path);
  for (const path of others) {
    const manifest = readPackageJson(input.readText(path));
    const isLinked = linked.has(directoryOf(path.slice(length)).slice(0, -1));
    const isCovered = coveredBy(isLinked || !isCertain ? has : () => false);
    // What a linked directory needs for development only may not be installed.
    const kinds = isLinked ? (['required', 'optional'] as const) : rootKinds;
    if (manifest && kinds.some((kind) => ![...manifest[kind]].every(isCovered)))
      input.notes.addUncovered(path);
  }
};

/**
 * Reads the package.json files of the unit and its workspace members. Where the members are unknown, a manifest that
 * requests something missing in the lockfile is not one.
 * @param patterns of the members' directories; by default those of the unit's package.json.
 * @returns `isCertain` false if the patterns cannot be interpreted, so that unrelated files may be included.
 */
export const memberManifests = (
  input: ResolutionInputs,
  { patterns, has }: { patterns?: readonly string[]; has: HasEntry },
): { members: MemberManifest[]; isCertain: boolean } => {
  const root = readAt(input, siblingPath(input.path, 'package.json'));
  const stated = patterns ?? root?.workspaces ?? [];
  const test = root && memberTest(stated);
  const vendored = vendoredMembers(stated.slice(0, maxPatterns), 'package.json', input);
  const { length } = directoryOf(input.path);
  const members = root ? [{ directory: '', manifest: root }] : [];
  const others: string[] = [];
  for (const path of [...input.findNearby('package.json'), ...vendored]) {
    const inside = path.slice(length);
    if (inside === 'package.json') continue;
    if (test && !test(inside)) {
      others.push(path);
      continue;
    }
    const manifest = test ? readAt(input, path) : readPackageJson(input.readText(path));
    if (manifest) members.push({ directory: directoryOf(inside).slice(0, -1), manifest });
    if (!test) others.push(path);
  }
  noteUncovered(others, { members, has, isCertain: test !== undefined }, input);
  return { members, isCertain: test !== undefined };
};
