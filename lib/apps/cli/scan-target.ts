import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { CliFailure, exitCodes } from './exit-codes.ts';

/** A repository as the service takes it, and as it is named in the output. */
export interface ScanTarget {
  url: string;
  /** A path's own; of a URL the service makes it. */
  fullName?: string;
}

const bad = (message: string): CliFailure => new CliFailure(exitCodes.badInput, message);

const nameOf = (path: string): string => {
  const name = basename(path, '.git').replace(/[^\w.-]+/g, '-');
  return `local/${name === '' ? 'repository' : name}`;
};

/**
 * @param directory where relative paths start.
 * @throws CliFailure for a path that is no directory, and for a URL with a credential: it would be seen in process lists.
 */
export const parseTarget = (text: string, directory: string): ScanTarget => {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) {
    const url = URL.parse(text);
    if (url?.username || url?.password) throw bad('The URL has a credential in it: scan a clone instead.');
    return { url: text };
  }
  const path = resolve(directory, text);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw bad(`There is no directory ${path}.`);
  return { url: path, fullName: nameOf(path) };
};
