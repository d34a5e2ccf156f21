import { problemCodes, type ProblemCode } from '@scangate/domain/problem';

/** The statuses whose refusals an operator watches, whatever their code is. */
const kinds: Readonly<Record<number, string>> = {
  401: 'credential',
  402: 'payment',
  403: 'permission',
  413: 'limit',
  429: 'limit',
  500: 'failure',
  503: 'failure',
};

/** Watched codes of other statuses; the codes that are not listed are mistakes of single requests or normal states. */
const others: readonly (readonly [RegExp, string])[] = [
  [/^(?:sign_in_failed|expired_token|oidc_token_used)$/, 'credential'],
  [/_denied$/, 'permission'],
  [/_too_large$|^limit_|^too_many_|^slow_|_paused$/, 'limit'],
  [/_url_invalid$/, 'address'],
];

/** Refusals of a secret that somebody may have guessed. */
const guesses: ReadonlySet<string> = new Set<ProblemCode>(['user_code_not_found', 'link_not_found']);

/** Refusals of a directory's requests, for which SCIM has no codes of ours. */
const ofDirectories = {
  scim_too_many: 'limit',
  scim_mutability: 'permission',
  scim_conflict: 'conflict',
} as const;
export type DirectoryRefusal = keyof typeof ofDirectories;
export const directoryRefusals = Object.keys(ofDirectories) as DirectoryRefusal[];

const isOfDirectory = (code: string): code is DirectoryRefusal => Object.hasOwn(ofDirectories, code);

/** Returns the kind under which refusals with a code are counted, if an operator watches them. */
export const refusalKindOf = (code: ProblemCode | DirectoryRefusal): string | undefined =>
  isOfDirectory(code)
    ? ofDirectories[code]
    : (kinds[problemCodes[code][0]] ??
      (guesses.has(code) ? 'credential' : undefined) ??
      others.find(([pattern]) => pattern.test(code))?.[1]);

/**
 * Writes a refusal of a watched kind as one line that is both: a log line, and a metric `Refusals` in the embedded
 * metric format. The code is its only dimension, so there are few values.
 */
export const countRefusal = (
  code: ProblemCode | DirectoryRefusal,
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
