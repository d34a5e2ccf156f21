import type { Inventory } from '@scangate/engines/model/component';
import { ignoredLockfiles } from '../npm/ignored-lockfiles.ts';
import { otherLockfiles } from '../npm/other-lockfiles.ts';
import { settingsOfImages } from './settings-of-images.ts';

/** Notes the settings by which a package manager may install something else than the lockfile beside them states. */
export const lockfileSettings = (
  paths: readonly string[],
  readText: (path: string) => string | undefined,
): Inventory['notes'] =>
  [otherLockfiles, ignoredLockfiles, settingsOfImages].flatMap((inspect) => inspect(paths, readText));
