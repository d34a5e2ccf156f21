import type { Log, LogFields } from '#ports/log.ts';

export { errorFields } from '#ports/log.ts';

type Level = 'debug' | 'info' | 'warn' | 'error';

const levels: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3 };

const write = (level: Level, message: string, fields: LogFields): void => {
  const lowest = (process.env['LOG_LEVEL'] ?? 'info') as Level;
  if (levels[level] < (levels[lowest] ?? 1)) return;
  const at = new Date().toISOString();
  process.stdout.write(`${JSON.stringify({ level, at, message, ...fields })}\n`);
};

/** Writes a CloudWatch metric in the embedded metric format: one log line, no call. */
const emitMetric = (name: string, value: number, unit: 'Count' | 'None' = 'Count'): void => {
  const Namespace = process.env['METRIC_NAMESPACE'] ?? 'Scangate';
  const cloudWatch = { Namespace, Dimensions: [[]], Metrics: [{ Name: name, Unit: unit }] };
  const line = { _aws: { Timestamp: Date.now(), CloudWatchMetrics: [cloudWatch] }, [name]: value };
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

/** Writes one JSON line per call. Fields are ids, codes and numbers, never headers, bodies, credentials or URLs. */
export const log: Log = {
  debug: (message, fields = {}) => write('debug', message, fields),
  info: (message, fields = {}) => write('info', message, fields),
  warn: (message, fields = {}) => write('warn', message, fields),
  error: (message, fields = {}) => write('error', message, fields),
  metric: emitMetric,
};
