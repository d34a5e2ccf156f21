import { lstatSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommandContext } from '../commands/command.ts';
import { CliFailure, exitCodes } from '../exit-codes.ts';
import { cloneAt, rootOf } from '../scan/local-commit.ts';
import type { waitFlags } from '../scan/scan-flags.ts';
import type { FileSettings } from './read-file-settings.ts';
import { isPlainClone } from './plain-clone.ts';
import { isColored } from './global-flags.ts';

type WaitContext = CommandContext<typeof waitFlags>;

const settingsFile = '.scangate.yaml';
const maxBytes = 16_384;

const bad = (message: string): CliFailure =>
  new CliFailure(exitCodes.badInput, `${settingsFile}:1:1: ${message}`, 'settings_file');

const readSettings = async (path: string): Promise<FileSettings> => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return {};
  if (!found.isFile()) throw bad('this is not a file.');
  if (found.size > maxBytes) throw bad(`the file has ${found.size} bytes; the maximum is ${maxBytes}.`);
  const text = readFileSync(path, 'utf8');
  const { readFileSettings } = await import('./read-file-settings.ts');
  return readFileSettings(text);
};

/**
 * Fills in options that no flag sets from `.scangate.yaml` at the root of the repository.
 * @param place a folder of the repository. @throws CliFailure for a file with settings that it must not have
 */
export const withFileSettings = async <C extends WaitContext>(context: C, place = '.'): Promise<C> => {
  const { flags, directory, environment, terminal } = context;
  const folder = resolve(directory, place);
  const root = (isPlainClone(folder, environment) ? folder : rootOf(cloneAt(folder, environment))) ?? folder;
  const settings = await readSettings(join(root, settingsFile));
  const { reports = [], color, timeoutSeconds, intervalSeconds, failOn } = settings;
  const ownReports = flags.format !== undefined || flags.output !== undefined || reports.length === 0;
  return {
    ...context,
    flags: {
      ...flags,
      timeout: flags.timeout ?? timeoutSeconds,
      interval: flags.interval ?? intervalSeconds,
      'fail-on': flags['fail-on'] ?? failOn,
      ...(!ownReports && {
        format: reports.map(({ format }) => format),
        output: reports.map(({ output }) => output),
      }),
    },
    ...(flags.color === undefined &&
      color !== undefined && { terminal: { ...terminal, isColored: isColored(context, color) } }),
  };
};
