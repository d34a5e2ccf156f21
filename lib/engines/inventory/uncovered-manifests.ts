import { siblingPath } from '@scangate/engines/units/paths';
import { unreadableManifests, type LockfileInput } from './lockfile-reader.ts';

/** A kind of manifest with a reader for the names that it always requests. */
export interface ManifestKind {
  file: string;
  /** Returns undefined for a manifest that cannot be read. */
  namesIn: (text: string) => readonly string[] | undefined;
}

/**
 * Notes manifests below a lockfile that request packages which it does not have. Everything that a manifest requests
 * is in the lockfile when the manifest belongs to its project, as a workspace member or by its path.
 */
export const noteUncoveredBelow = (
  { path, notes, readText, findNearby }: LockfileInput,
  kinds: readonly ManifestKind[],
  has: (name: string) => boolean,
): void => {
  for (const { file, namesIn } of kinds)
    for (const manifest of findNearby(file)) {
      if (manifest === siblingPath(path, file)) continue;
      const text = readText(manifest);
      const names = text === undefined ? [] : namesIn(text);
      if (!names) notes.add(unreadableManifests, manifest);
      else if (!names.every(has)) notes.addUncovered(manifest);
    }
};
