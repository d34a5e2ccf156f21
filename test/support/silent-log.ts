import type { Log, LogFields } from '#ports/log.ts';

/** A log that is discarded. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {}, metric() {} };

/** A log that keeps its errors. */
export const errorLog = (errors: LogFields[]): Log => ({
  ...silentLog,
  error: (message, fields = {}) => void errors.push({ message, ...fields }),
});
