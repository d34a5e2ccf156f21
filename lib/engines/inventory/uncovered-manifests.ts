import { siblingPath } from '@scangate/engines/units/paths';
import type { LockfileInput } from './lockfile-reader.ts';

/** A kind of manifest with what reads the names that it asks for in any case. */
export interface ManifestKind {
  file: string;
  namesIn: (text: string) => readonly string[];
}

/**
 * Notes manifests below a lockfile that ask for what it does not have. One that is part of the lockfile's project, as a
 * workspace member or by its path, has everything in it.
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
      if (text !== undefined && !namesIn(text).every(has)) notes.addUncovered(manifest);
    }
};
