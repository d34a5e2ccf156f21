import { isAbsolute, join } from 'node:path';
import { CliFailure, exitCodes } from '../exit-codes.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const absolute = (path: string | undefined): string | undefined =>
  path !== undefined && isAbsolute(path) ? path : undefined;

/**
 * Finds the folder of the user's own configuration: by the XDG base directories, on Windows in APPDATA. As XDG
 * requires, a relative path is ignored, because the scanned repository could contain it.
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

/** Finds the cache folder, by the same rules; on Windows in LOCALAPPDATA. */
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

/** @throws CliFailure if the user has no such folder. */
export const requireConfigFolder = (environment: Environment): string => {
  const folder = configFolder(environment);
  if (folder !== undefined) return folder;
  throw new CliFailure(
    exitCodes.badInput,
    'There is no folder for the credential: neither XDG_CONFIG_HOME nor HOME (on Windows APPDATA) is an absolute path.',
    'config_folder_missing',
  );
};
