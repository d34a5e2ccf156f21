import { problemCodes, type ProblemCode } from '@scangate/domain/problem';

/** The statuses whose refusals an operator looks for, whatever their code is. */
const kinds: Readonly<Record<number, string>> = {
  401: 'credential',
  402: 'payment',
  403: 'permission',
  413: 'limit',
  429: 'limit',
  500: 'failure',
  503: 'failure',
};

/** Codes of other statuses; one that is not here is a mistake of one request, or a plain state. */
const others: readonly (readonly [RegExp, string])[] = [
  [/^(?:sign_in_failed|expired_token|oidc_token_used)$/, 'credential'],
  [/_denied$/, 'permission'],
  [/_too_large$|^limit_|^too_many_|^slow_|_paused$/, 'limit'],
  [/_url_invalid$/, 'address'],
];

/** Tells the kind under which refusals of a code are counted, if an operator looks for them. */
export const refusalKindOf = (code: ProblemCode): string | undefined =>
  kinds[problemCodes[code][0]] ?? others.find(([pattern]) => pattern.test(code))?.[1];

/**
 * Writes a refusal of a watched kind as one line that is both: a log line, and a metric `Refusals` in the embedded metric
 * format. The code is its one dimension, so its values are few.
 */
export const countRefusal = (
  code: ProblemCode,
  fields: { requestId?: string; cause?: string } = {},
): void => {
  const kind = refusalKindOf(code);
  if (kind === undefined) return;
  const Namespace = process.env['METRIC_NAMESPACE'] ?? 'Scangate';
  const metric = { Namespace, Dimensions: [['code']], Metrics: [{ Name: 'Refusals', Unit: 'Count' }] };
  const embedded = { _aws: { Timestamp: Date.now(), CloudWatchMetrics: [metric] } };
  const line = { level: 'info', at: new Date().toISOString(), message: 'refused', code, kind, ...fields };
  process.stdout.write(`${JSON.stringify({ ...line, Refusals: 1, ...embedded })}\n`);
};
