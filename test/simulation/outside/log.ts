import { errorFields, type Log, type LogFields } from '#ports/log.ts';

export { errorFields };

/** A line of the log of the service. */
export interface LogLine {
  level: 'warn' | 'error';
  message: string;
  fields: LogFields;
}

type Listener = (line: LogLine) => void;
let listener: Listener = () => {};

/** Is told of each warning and error that the service logs. */
export const onLogLine = (listen: Listener): void => {
  listener = listen;
};

/** Stands in for lib/runtime/log.ts. */
export const log: Log = {
  debug: () => {},
  info: () => {},
  warn: (message, fields = {}) => listener({ level: 'warn', message, fields }),
  error: (message, fields = {}) => listener({ level: 'error', message, fields }),
  metric: () => {},
};
