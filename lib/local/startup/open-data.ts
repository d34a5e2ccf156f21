import { resolve } from 'node:path';
import { startDatabase, type Database } from '@scangate/emulator-aws/dynamodb/database-process';
import { openDataFolder, type DataFolder } from '@scangate/emulator-host/data-folder';
import { StartFailure } from '@scangate/emulator-host/start-failure';
import { keptJavaStart } from './java-start.ts';

/** The parts that are started before the rest of the service is loaded. */
export interface LocalData {
  port: number;
  folder: DataFolder;
  database: Promise<Database>;
}

/** Ends the process with the cause of the failure, in one line if the user can fix it. */
export const fail = (error: unknown): never => {
  console.error(error instanceof StartFailure ? error.message : error);
  process.exit(1);
};

/**
 * Opens the data folder and starts the database, which takes longest; the rest is loaded meanwhile. Ends the process
 * when the settings or the folder cannot be used.
 */
export const openData = async (root: string): Promise<LocalData> => {
  const port = Number(process.env['PORT'] ?? 4010);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    fail(new StartFailure(`PORT is ${process.env['PORT']}: give a number from 0 to 65535.`));
  const folder = await openDataFolder(resolve(process.env['SCANGATE_DATA'] ?? '.scangate')).catch(fail);
  const database = startDatabase(folder, { java: keptJavaStart(root) });
  // Whoever awaits it gets the failure; until then, it must not count as unhandled.
  database.catch(() => {});
  return { port, folder, database };
};
