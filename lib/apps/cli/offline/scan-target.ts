import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { CliFailure, exitCodes } from '../exit-codes.ts';

/** The repository to scan, and its name in the output. */
export interface ScanTarget {
  url: string;
  /** The name for a path; for a URL, it is derived from the URL. */
  fullName?: string;
}

const bad = (message: string): CliFailure => new CliFailure(exitCodes.badInput, message);

const nameOf = (path: string): string => {
  const name = basename(path, '.git').replace(/[^\w.-]+/g, '-');
  return `local/${name === '' ? 'repository' : name}`;
};

/**
 * Parses the target of a scan.
 * @param directory the start of relative paths.
 * @throws CliFailure for a path that is not a directory, and for a URL with a credential, which process lists would
 * reveal.
 */
export const parseTarget = (text: string, directory: string): ScanTarget => {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) {
    const url = URL.parse(text);
    if (url?.username || url?.password) throw bad('The URL contains a credential: scan a clone instead.');
    return { url: text };
  }
  const path = resolve(directory, text);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw bad(`There is no directory ${path}.`);
  return { url: path, fullName: nameOf(path) };
};
