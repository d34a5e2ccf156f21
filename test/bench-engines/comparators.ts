import { createRequire, findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..', '..');

/** Explains how to install a program for comparison that is not a dependency of the project. */
export const installHint = (...names: string[]): string =>
  `not installed: npm i --no-save --omit=optional ${names.join(' ')}`;

const packageIn = (directory: string, name: string): string | undefined => {
  try {
    return findPackageJSON(name, pathToFileURL(join(directory, 'package.json')));
  } catch {
    return undefined;
  }
};

/**
 * Imports a package, or one file of it, from the project or from another folder.
 * @returns undefined when neither has it.
 */
export const comparator = async (name: string, beside?: string, file?: string): Promise<unknown> => {
  for (const directory of [root, ...(beside === undefined ? [] : [beside])]) {
    const found = packageIn(directory, name);
    if (found === undefined) continue;
    const entry = file === undefined ? createRequire(found).resolve(name) : join(dirname(found), file);
    return import(pathToFileURL(entry).href);
  }
  return undefined;
};
