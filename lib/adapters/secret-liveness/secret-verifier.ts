import type {
  Liveness,
  SecretAnswer,
  SecretCandidate,
  SecretVerifier,
} from '@scangate/engines/model/gate/secret-liveness';
import type { OutboundFetch } from '#ports/outbound.ts';
import { hasProvider, kindOf, type LivenessKind } from './kinds.ts';

export interface VerificationLimits {
  /** The limit of secrets that are queried. */
  checks: number;
  /** The time limits of all requests together, and of one. */
  totalMs: number;
  requestMs: number;
  atOnce: number;
}

const usualLimits: Omit<VerificationLimits, 'checks'> = { totalMs: 30_000, requestMs: 5_000, atOnce: 4 };

export interface VerifierOptions {
  /** Connects only to permitted addresses, and follows no redirect. */
  fetch: OutboundFetch;
  limits: Pick<VerificationLimits, 'checks'> & Partial<VerificationLimits>;
  signal: AbortSignal;
}

const jsonOf = async (answer: Response): Promise<unknown> => {
  try {
    return await answer.json();
  } catch {
    return undefined;
  }
};

const livenessOf = async (answer: Response, { revoked, read }: LivenessKind): Promise<Liveness> => {
  if (answer.status === revoked) return 'revoked';
  if (answer.status !== 200) return 'unknown';
  const works = read ? read(await jsonOf(answer)) : true;
  if (works === undefined) return 'unknown';
  return works ? 'live' : 'revoked';
};

/** Queries one provider. A failure proves nothing, and is not logged: an error may contain the secret. */
const ask = async (
  kind: LivenessKind,
  secret: string,
  { fetch, signal }: Pick<VerifierOptions, 'fetch' | 'signal'>,
): Promise<Liveness> => {
  try {
    const headers = { accept: 'application/json', ...kind.headers(secret) };
    return await livenessOf(await fetch(kind.url, { method: 'GET', headers, signal }), kind);
  } catch {
    return 'unknown';
  }
};

/**
 * Queries the providers of secrets whether these still work: with one read request at the fixed host of each kind,
 * and for no more secrets than the limit, over all calls (docs/adr/0127-liveness-of-secrets.md).
 */
export const secretVerifier = ({ fetch, limits, signal }: VerifierOptions): SecretVerifier => {
  const { checks, totalMs, requestMs, atOnce } = { ...usualLimits, ...limits };
  let begun: AbortSignal | undefined;
  /** The time limit of all requests starts with the first, however long the files took before. */
  const inTime = (): AbortSignal => (begun ??= AbortSignal.any([signal, AbortSignal.timeout(totalMs)]));
  let left = checks;
  const verify = async ({ rule, secret }: SecretCandidate): Promise<SecretAnswer> => {
    const kind = kindOf(rule, secret);
    if (!kind) return 'unknown';
    if (left <= 0 || inTime().aborted) return 'unasked';
    left -= 1;
    return ask(kind, secret, { fetch, signal: AbortSignal.any([inTime(), AbortSignal.timeout(requestMs)]) });
  };
  return {
    accepts: hasProvider,
    verify: async (candidates) => {
      const answers: SecretAnswer[] = candidates.map(() => 'unasked');
      const waiting = [...candidates.entries()];
      const work = async (): Promise<void> => {
        for (let next = waiting.shift(); next; next = waiting.shift())
          answers[next[0]] = await verify(next[1]);
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return answers;
    },
  };
};
