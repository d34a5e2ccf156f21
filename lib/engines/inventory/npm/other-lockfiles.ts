import type { Inventory } from '@scangate/engines/model/component';
import { baseNameOf } from '@scangate/engines/units/paths';
import { parseYamlWithAliases, tryParse } from '../parse/parse-document.ts';
import { member } from '../parse/untrusted-value.ts';

const setting = 'lockfileFilename';

/** Returns whether settings may have the name of a lockfile, which escapes can hide; those that cannot be read may. */
const mayNameLockfile = (text: string): boolean => {
  if (text.includes(setting)) return true;
  if (!text.includes('\\')) return false;
  const settings = tryParse(text, parseYamlWithAliases);
  return settings === undefined || member(settings, setting) !== undefined;
};

/**
 * Notes the settings by which Yarn reads a lockfile of another name, in any folder: they hold for the projects there and below,
 * which may be of another unit.
 */
export const otherLockfiles = (
  paths: readonly string[],
  readText: (path: string) => string | undefined,
): Inventory['notes'] =>
  paths
    .filter((path) => baseNameOf(path) === '.yarnrc.yml' && mayNameLockfile(readText(path) ?? ''))
    .map((file) => ({ file, reason: 'settings that may name another lockfile' }));
