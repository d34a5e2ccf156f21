import { appendFileSync } from 'node:fs';
import type { DataFolder } from '@scangate/emulator-host/data-folder';

export interface ErrorLog {
  report(error: unknown): void;
  /**
   * Closes the log before its folder is released; anything that a request reports after the service has stopped is
   * dropped.
   */
  close(): void;
}

/** Opens the log of unexpected errors, next to the logs of the functions. */
export const openErrorLog = (folder: DataFolder): ErrorLog => {
  const path = folder.within('logs', 'local.log');
  let isClosed = false;
  return {
    report: (error) => {
      if (isClosed) return;
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      appendFileSync(path, `${new Date().toISOString()} ${text}\n`);
    },
    close: () => void (isClosed = true),
  };
};
