import { ApiProblem, ConnectionLost } from '@scangate/client';
// oxlint-disable-next-line import/default -- The build makes the address of a worker.
import ledgerWorkerUrl from './ledger-worker.ts?worker&url';
import type { Verification } from './verify-stream.ts';

export interface WorkerQuestion {
  url: string;
  /** Names the session whose ledger is meant, since the cookie may be of another one by now. */
  csrfToken: string;
  heads: readonly string[];
}

export type WorkerAnswer =
  | { kind: 'progress'; characters: number }
  | { kind: 'verified'; verification: Verification }
  | { kind: 'refused'; status: number; body: string; retryAfter: string | null }
  | { kind: 'lost' };

interface Policy {
  createScriptURL(url: string): unknown;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy;
}

/** The one script that the page may start besides its own: the content security policy names this policy. */
let policy: Policy | undefined;
const workerUrl = (): URL => {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('scangate-worker', {
    createScriptURL(url) {
      if (url !== ledgerWorkerUrl)
        throw new TypeError('Only the worker of the ledger has a trusted address.');
      return url;
    },
  });
  return (policy ? policy.createScriptURL(ledgerWorkerUrl) : ledgerWorkerUrl) as URL;
};

const membersOf = (body: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};

const failureOf = (answer: Exclude<WorkerAnswer, { kind: 'progress' | 'verified' }>): Error => {
  if (answer.kind === 'lost') return new ConnectionLost('The export ended before it was complete.');
  const headers = new Headers(answer.retryAfter === null ? {} : { 'retry-after': answer.retryAfter });
  return new ApiProblem(answer.status, headers, membersOf(answer.body));
};

interface VerificationRequest {
  csrfToken: string;
  heads: readonly string[];
  signal: AbortSignal;
  onProgress: (characters: number) => void;
}

/**
 * Verifies the whole ledger in a worker, so that the page goes on answering.
 * @throws ApiProblem for a refusal, ConnectionLost when the export breaks off, the signal's reason after an abort.
 */
export const startVerification = ({
  csrfToken,
  heads,
  signal,
  onProgress,
}: VerificationRequest): Promise<Verification> => {
  const worker = new Worker(workerUrl(), { type: 'module' });
  const answered = new Promise<Verification>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.addEventListener('error', () => reject(new ConnectionLost('The check could not start.')));
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
      if (data.kind === 'progress') onProgress(data.characters);
      else if (data.kind === 'verified') resolve(data.verification);
      else reject(failureOf(data));
    });
    const question: WorkerQuestion = { url: '/billing/ledger.csv', csrfToken, heads };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker has no origin to name.
    worker.postMessage(question);
  });
  return answered.finally(() => worker.terminate());
};
