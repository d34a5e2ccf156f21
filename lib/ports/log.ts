export type LogFields = Record<string, unknown>;

/** Structured log lines and metrics. Fields are ids, codes and numbers, never headers, bodies, credentials or URLs. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** Adds to a metric; its unit is a count unless another is given. */
  metric(name: string, value: number, unit?: 'Count' | 'None'): void;
}

/** Describes an unexpected error for a log line: where it occurred, without the data that it carries. */
export const errorFields = (error: unknown): LogFields =>
  error instanceof Error
    ? {
        error: error.name,
        reason: error.message.slice(0, 300),
        stack: error.stack?.split('\n').slice(1, 8).join('\n'),
      }
    : { error: typeof error };
