import { posix } from 'node:path';
import { globMatches } from '@scangate/engines/suppression/path-glob';
import { directoryOf, siblingPath } from '@scangate/engines/units/paths';
import type { FoundPackage, LockfileInput } from '../lockfile-reader.ts';
import { vendoredMembers } from '../workspaces/vendored-members.ts';
import { cargoReader, type CargoManifest } from './cargo-manifest.ts';

const maxManifests = 1000;
const maxPatterns = 100;

/** Returns the manifests of the members that a workspace names, as far as its patterns are plain. */
const memberFiles = (input: LockfileInput, patterns: readonly string[]): string[] => {
  const { path, findNearby } = input;
  const { length } = directoryOf(path);
  const stated = patterns.slice(0, maxPatterns);
  const globs = stated
    .filter((pattern) => /^[\w.*/-]{1,500}$/.test(pattern))
    .map((pattern) => `/${pattern.replace(/^\.\//, '').replace(/\/$/, '')}/Cargo.toml`);
  const files = findNearby('Cargo.toml').filter((file) =>
    globs.some((glob) => globMatches(glob, file.slice(length))),
  );
  return [...files, ...vendoredMembers(stated, 'Cargo.toml', input)];
};

/** The manifests of a workspace. */
export interface Reached {
  root: CargoManifest;
  /** The root and the members that it names. */
  members: readonly CargoManifest[];
  /** The manifests that only paths lead to. */
  others: readonly CargoManifest[];
  /** All of them, nearest first. */
  byName: ReadonlyMap<string, readonly CargoManifest[]>;
}

/**
 * Reads the manifests that the one beside the lockfile leads to: members of the workspace and what paths name, as far as that
 * is below it.
 * @returns undefined without a manifest to begin at.
 */
export const reachedManifests = (input: LockfileInput): Reached | undefined => {
  const file = siblingPath(input.path, 'Cargo.toml');
  const text = input.readText(file);
  const read = cargoReader(text);
  const root = read(text);
  if (!root) return undefined;
  const begun = new Set([file, ...memberFiles(input, root.members ?? [])]);
  const { size } = begun;
  const [members, others]: [CargoManifest[], CargoManifest[]] = [[], []];
  let count = 0;
  // A set yields what is added while it is gone through.
  for (const each of begun) {
    const manifest = each === file ? root : read(input.readText(each));
    count += 1;
    if (!manifest) continue;
    (count > size ? others : members).push(manifest);
    for (const path of manifest.paths) {
      const found = posix.join(directoryOf(each), path, 'Cargo.toml');
      if (begun.size < maxManifests && found.startsWith(directoryOf(file))) begun.add(found);
    }
  }
  const named = [...members, ...others].filter(({ name }) => name !== undefined);
  return { root, members, others, byName: Map.groupBy(named, ({ name }) => name ?? '') };
};

/** An entry with the entries that it needs. */
export interface Needing {
  found: FoundPackage;
  needed: readonly FoundPackage[];
}

/** Returns whether a manifest takes a package from a path. One from a registry beside it needs an entry of its own. */
const asksForPath = (
  { byPath, external }: CargoManifest,
  name: string,
  needed: readonly FoundPackage[],
): boolean =>
  byPath.has(name) &&
  (!external.has(name) || needed.some((each) => each.name === name && each.ecosystem !== undefined));

/** Returns whether a patch takes a version of a package from a path: Cargo leaves patches of other versions unused. */
const isPatched = ({ root, byName }: Reached, { name, version }: FoundPackage): boolean =>
  root.patched.has(name) && (byName.get(name) ?? []).some((manifest) => manifest.version === version);

/**
 * Finds entries without a source that are not of the repository, because something needs them that does not take them from a path
 * there. Cargo ignores such an entry.
 */
export const replacedEntries = (entries: readonly Needing[], reached: Reached): Set<FoundPackage> => {
  const replaced = new Set<FoundPackage>();
  for (const { found, needed } of entries) {
    const manifests = found.ecosystem === undefined ? (reached.byName.get(found.name) ?? []) : [];
    const isByPath = ({ name }: FoundPackage): boolean =>
      reached.byName.has(name) &&
      manifests.length > 0 &&
      manifests.every((manifest) => asksForPath(manifest, name, needed));
    for (const each of needed)
      if (each.ecosystem === undefined && !isByPath(each) && !isPatched(reached, each)) replaced.add(each);
  }
  return replaced;
};
