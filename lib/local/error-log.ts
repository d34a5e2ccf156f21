import { appendFileSync } from 'node:fs';
import type { DataFolder } from '@scangate/emulator-host/data-folder';

/** Opens the log of unexpected errors, next to the logs of the functions. */
export const openErrorLog = (folder: DataFolder): ((error: unknown) => void) => {
  const path = folder.within('logs', 'local.log');
  return (error) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    try {
      appendFileSync(path, `${new Date().toISOString()} ${text}\n`);
    } catch {
      // A request that outlives its service finds the folder removed. A log that cannot be written stops nothing.
    }
  };
};
