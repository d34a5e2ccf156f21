import type { Inventory } from '@scangate/engines/model/component';
import { baseNameOf, directoryOf } from '@scangate/engines/units/paths';
import { linesOf } from '../parse/lines.ts';
import { parseYamlWithAliases, tryParse } from '../parse/parse-document.ts';
import { member } from '../parse/untrusted-value.ts';

/** Returns whether a setting of an `.npmrc` is anything but true: npm also fills in variables. */
const isTurnedOff = (text: string, names: readonly string[]): boolean =>
  linesOf(text).some((line) => {
    const at = line.indexOf('=');
    const name = line.slice(0, Math.max(at, 0)).replaceAll('"', '').replaceAll("'", '').trim();
    if (!names.includes(name)) return false;
    const [value = ''] =
      line
        .slice(at + 1)
        .split(';', 1)[0]
        ?.split('#', 1) ?? [];
    return !['true', '1'].includes(value.replaceAll('"', '').replaceAll("'", '').trim());
  });

/** Returns whether an `.yarnrc` adds an option to commands by which Yarn 1 reads no lockfile. */
const hasNoLockfile = (text: string): boolean =>
  linesOf(text).some((line) => {
    const [name = '', value = ''] = line.replaceAll('"', '').trim().split(/\s+/, 2);
    return name.startsWith('--') && name.endsWith('no-lockfile') && value !== 'false';
  });

/** Returns whether the settings of a workspace of pnpm turn its lockfile off, or cannot be read. */
const hasLockfileOff = (text: string): boolean => {
  if (!text.includes('lockfile') && !text.includes('\\')) return false;
  const settings = tryParse(text, parseYamlWithAliases);
  return settings === undefined || String(member(settings, 'lockfile') ?? true) !== 'true';
};

interface Ignoring {
  file: string;
  lockfiles: readonly string[];
  isIgnored: (text: string) => boolean;
}

/** The settings by which a tool ignores its lockfile, though it is there. */
const settings: readonly Ignoring[] = [
  {
    file: '.npmrc',
    lockfiles: ['package-lock.json', 'npm-shrinkwrap.json'],
    isIgnored: (text) => isTurnedOff(text, ['package-lock', 'shrinkwrap']),
  },
  { file: '.npmrc', lockfiles: ['pnpm-lock.yaml'], isIgnored: (text) => isTurnedOff(text, ['lockfile']) },
  { file: 'pnpm-workspace.yaml', lockfiles: ['pnpm-lock.yaml'], isIgnored: hasLockfileOff },
  { file: '.yarnrc', lockfiles: ['yarn.lock'], isIgnored: hasNoLockfile },
];

/**
 * Notes the settings by which npm, pnpm or Yarn 1 ignores a lockfile beside them or below: then other versions are installed than
 * it states.
 */
export const ignoredLockfiles = (
  paths: readonly string[],
  readText: (path: string) => string | undefined,
): Inventory['notes'] =>
  settings.flatMap(({ file: name, lockfiles, isIgnored }) => {
    const locks = paths.filter((path) => lockfiles.includes(baseNameOf(path)));
    if (locks.length === 0) return [];
    return paths
      .filter((path) => baseNameOf(path) === name)
      .filter((path) => locks.some((lock) => lock.startsWith(directoryOf(path))))
      .filter((path) => isIgnored(readText(path) ?? ''))
      .map((file) => ({ file, reason: 'settings by which the lockfile may be ignored' }));
  });
