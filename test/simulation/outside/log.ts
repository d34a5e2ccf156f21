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

/** Is called with each warning and error that the service logs. */
export const onLogLine = (listen: Listener): void => {
  listener = listen;
};

/** Takes what the service writes to the output, as each refusal. @returns ends it, so that others may write again. */
export const takeOutput = (take: (text: string) => void): (() => void) => {
  const { write } = process.stdout;
  process.stdout.write = (text) => {
    take(String(text));
    return true;
  };
  return () => void (process.stdout.write = write);
};

/** Stands in for lib/runtime/log.ts. */
export const log: Log = {
  debug: () => {},
  info: () => {},
  warn: (message, fields = {}) => listener({ level: 'warn', message, fields }),
  error: (message, fields = {}) => listener({ level: 'error', message, fields }),
  metric: () => {},
};
