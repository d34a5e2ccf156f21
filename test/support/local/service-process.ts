import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Returns the process id of the database that uses a data folder. */
export const databasePid = (data: string): number =>
  (JSON.parse(readFileSync(join(data, 'dynamodb.pid'), 'utf8')) as { pid: number }).pid;
