import type { Inventory } from '@scangate/engines/model/component';
import { baseNameOf } from '@scangate/engines/units/paths';

/**
 * Notes the settings by which Yarn reads a lockfile of another name, in any folder: they hold for the projects there and below,
 * which may be of another unit.
 */
export const otherLockfiles = (
  paths: readonly string[],
  readText: (path: string) => string | undefined,
): Inventory['notes'] =>
  paths
    .filter((path) => baseNameOf(path) === '.yarnrc.yml' && readText(path)?.includes('lockfileFilename'))
    .map((file) => ({ file, reason: 'settings that may name another lockfile' }));
