import { isAbsolute, join } from 'node:path';
import { CliFailure, exitCodes } from '../exit-codes.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const absolute = (path: string | undefined): string | undefined =>
  path !== undefined && isAbsolute(path) ? path : undefined;

/**
 * Finds the folder of the user's own configuration: by the XDG base directories, on Windows in APPDATA. A relative path is
 * not looked at, as XDG says, because the repository that is scanned could hold it.
 */
export const configFolder = (
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): string | undefined => {
  if (platform === 'win32') {
    const folder = absolute(environment['APPDATA']);
    return folder && join(folder, 'scangate');
  }
  const home = absolute(environment['HOME']);
  const folder = absolute(environment['XDG_CONFIG_HOME']) ?? (home && join(home, '.config'));
  return folder && join(folder, 'scangate');
};

/** Finds the folder of what can be read or computed again, by the same rules; on Windows in LOCALAPPDATA. */
export const cacheFolder = (
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): string | undefined => {
  const home = absolute(environment['HOME']);
  const folder =
    platform === 'win32'
      ? absolute(environment['LOCALAPPDATA'])
      : (absolute(environment['XDG_CACHE_HOME']) ?? (home && join(home, '.cache')));
  return folder && join(folder, 'scangate');
};

/** @throws CliFailure where the user has no folder. */
export const requireConfigFolder = (environment: Environment): string => {
  const folder = configFolder(environment);
  if (folder !== undefined) return folder;
  throw new CliFailure(
    exitCodes.badInput,
    'There is no folder for the credential: neither XDG_CONFIG_HOME nor HOME (on Windows APPDATA) is an absolute path.',
    'config_folder_missing',
  );
};
