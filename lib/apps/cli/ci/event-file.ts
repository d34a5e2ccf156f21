import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { CliFailure, exitCodes } from '../exit-codes.ts';
import type { CiSources } from './ci-context.ts';
import type { EventFile } from './ci-reader.ts';
import { plainText } from './ci-values.ts';
import { parseProperties } from './properties.ts';

/** GitHub cuts no payload below 25 MB. */
const maxBytes = 26 * 1024 * 1024;

/** Reads a file of a CI. @throws CliFailure that names the variable, not the path. */
const readBounded = (variable: string, path: string): string => {
  const bad = (detail: string) =>
    new CliFailure(exitCodes.badInput, `The file of ${variable} ${detail}`, 'ci_event_invalid');
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    throw bad('cannot be read.');
  }
  try {
    const status = fstatSync(file);
    if (!status.isFile()) throw bad('is no file.');
    if (status.size > maxBytes) throw bad(`is larger than ${maxBytes} bytes.`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
};

const parseEvent = (variable: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new CliFailure(
      exitCodes.badInput,
      `The file of ${variable} is not complete JSON.`,
      'ci_event_invalid',
    );
  }
};

const readProperties = ({ variable, alsoNamedBy }: EventFile, path: string): ReadonlyMap<string, string> => {
  const properties = parseProperties(readBounded(variable, path));
  const other = alsoNamedBy === undefined ? undefined : properties.get(alsoNamedBy);
  if (alsoNamedBy === undefined || other === undefined) return properties;
  return new Map([...properties, ...parseProperties(readBounded(alsoNamedBy, other))]);
};

/** Reads and parses the file that a CI names. @throws CliFailure for a file that is missing, too large or cut. */
export const readEventFile = (file: EventFile, environment: CiSources['environment']): unknown => {
  const path = plainText(file.variable, environment[file.variable]);
  if (path === undefined)
    throw new CliFailure(exitCodes.badInput, `${file.variable} is not set.`, 'ci_event_invalid');
  if (file.form === 'properties') return readProperties(file, path);
  return parseEvent(file.variable, readBounded(file.variable, path));
};
