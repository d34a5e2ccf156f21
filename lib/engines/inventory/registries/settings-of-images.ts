import type { Inventory } from '@scangate/engines/model/component';
import { linesOf } from '../parse/lines.ts';
import { isDockerfile } from '../python/loose-files.ts';

/** Variables of the environment that name a file of settings or another lockfile, or turn a lockfile off. */
const variables = [
  'PIP_CONFIG_FILE',
  'UV_CONFIG_FILE',
  'YARN_LOCKFILE_FILENAME',
  'YARN_RC_FILENAME',
  'NPM_CONFIG_PACKAGE_LOCK',
  'NPM_CONFIG_USERCONFIG',
  'NPM_CONFIG_GLOBALCONFIG',
];

const namesSettings = (line: string): boolean => {
  // npm takes its variables in any case.
  const text = line.toUpperCase();
  return !line.trimStart().startsWith('#') && variables.some((name) => text.includes(name));
};

/** Notes the Dockerfiles by whose variables a package manager may read other settings or another lockfile than those in the unit. */
export const settingsOfImages = (
  paths: readonly string[],
  readText: (path: string) => string | undefined,
): Inventory['notes'] =>
  paths
    .filter((path) => isDockerfile(path) && linesOf(readText(path) ?? '').some(namesSettings))
    .map((file) => ({ file, reason: 'variables that may name other settings or another lockfile' }));
