type Level = 'debug' | 'info' | 'warn' | 'error';
type Fields = Record<string, unknown>;

const levels: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3 };

const write = (level: Level, message: string, fields: Fields): void => {
  const lowest = (process.env['LOG_LEVEL'] ?? 'info') as Level;
  if (levels[level] < (levels[lowest] ?? 1)) return;
  const at = new Date().toISOString();
  process.stdout.write(`${JSON.stringify({ level, at, message, ...fields })}\n`);
};

/** One JSON line each. Never pass headers, bodies, credentials or URLs with them: fields are ids, codes and numbers. */
export const log = {
  debug: (message: string, fields: Fields = {}) => write('debug', message, fields),
  info: (message: string, fields: Fields = {}) => write('info', message, fields),
  warn: (message: string, fields: Fields = {}) => write('warn', message, fields),
  error: (message: string, fields: Fields = {}) => write('error', message, fields),
};

/** What an unexpected error may say in a log: where it came from, not what data it carried. */
export const errorFields = (error: unknown): Fields =>
  error instanceof Error
    ? {
        error: error.name,
        reason: error.message.slice(0, 300),
        stack: error.stack?.split('\n').slice(1, 8).join('\n'),
      }
    : { error: typeof error };

/** A CloudWatch metric in the embedded metric format: one log line, no call. */
export const emitMetric = (name: string, value: number, unit: 'Count' | 'None' = 'Count'): void => {
  const cloudWatch = { Namespace: 'Scangate', Dimensions: [[]], Metrics: [{ Name: name, Unit: unit }] };
  const line = { _aws: { Timestamp: Date.now(), CloudWatchMetrics: [cloudWatch] }, [name]: value };
  process.stdout.write(`${JSON.stringify(line)}\n`);
};
