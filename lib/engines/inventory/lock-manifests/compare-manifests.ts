import type { LockfileFormat } from '../formats.ts';
import type { Notes } from '../gap-notes.ts';
import {
  computedRequests,
  unreadableManifests,
  type FoundPackage,
  type LockfileInput,
} from '../lockfile-reader.ts';
import { isOtherVersion, noteOtherVersions, noteUnmetRanges, packagesByName } from '../unmet-ranges.ts';
import { lockManifests } from './lock-manifests.ts';
import type { LockManifest, ManifestInput } from './manifest-reader.ts';

const compare = (
  { read, nameOf, keyOf = (name) => name }: LockManifest,
  packages: readonly FoundPackage[],
  { notes, ...input }: ManifestInput & { notes: Notes },
): void => {
  const {
    names,
    ranges = [],
    fixed = [],
    computed = [],
    likely = [],
    unreadable = [],
    lockedElsewhere = [],
  } = read(input);
  for (const path of lockedElsewhere) notes.add('projects that name another lockfile', path);
  for (const path of unreadable) notes.add(unreadableManifests, path);
  const byKey = packagesByName(packages, nameOf);
  const find = (name: string): readonly FoundPackage[] => byKey(keyOf(name));
  const open = new Set(computed);
  for (const { name, version } of likely) {
    const found = find(name);
    const isLocked = version === undefined || found.some((each) => !isOtherVersion(each, version));
    if (found.length === 0 || !isLocked) open.add(name);
  }
  for (const request of open) notes.add(computedRequests, request);
  notes.addRequests(new Set(names), (name) => find(name).length > 0);
  noteUnmetRanges(ranges, find, notes);
  noteOtherVersions(fixed, find, notes);
};

/** Notes what the manifests of a lockfile request and the lockfile does not have, or has in another version. */
export const noteManifestRequests = (
  format: LockfileFormat,
  packages: readonly FoundPackage[],
  input: LockfileInput,
): void => {
  for (const manifest of lockManifests[format].compared ?? []) compare(manifest, packages, input);
};
