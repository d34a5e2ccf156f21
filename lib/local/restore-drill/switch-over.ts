import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '@scangate/emulator-host/data-folder';

/** The account and the tables that the service uses. */
export interface Serving {
  accessKeyId: string;
  /** The prefix of the names of its tables. */
  deployment: string;
}

const fileIn = (folder: string): string => join(folder, 'serving.json');

/** Returns the account and tables that the service uses, as the environment of its functions states them. */
export const readServing = (folder: string): Serving => {
  if (!existsSync(fileIn(folder))) throw new Error('nothing serves');
  return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as Serving;
};

/** Switches the service to other tables, all at once. */
export const switchOver = (folder: string, to: Serving): void =>
  writeFileAtomically(fileIn(folder), JSON.stringify(to));
