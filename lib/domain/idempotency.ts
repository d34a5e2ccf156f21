import { instantAfter } from './instant.ts';
import type { Change } from './change.ts';
import { Problem } from './problem.ts';
import type { Idempotency, Instant } from './records.ts';

/** A request that carried an Idempotency-Key. */
export interface IdempotentRequest {
  organizationId: string;
  operation: string;
  key: string;
  /** SHA-256 of the body as sent. */
  bodyHash: string;
}

export type Answer = Idempotency['answer'];

/** 2xx answers are kept for a day (api.md, "idempotency"). */
const keptMs = 24 * 60 * 60 * 1000;

/** The request was answered before; this is that answer. Caught once, in the runtime. */
export class Replay extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('answered before');
    this.name = 'Replay';
    this.answer = answer;
  }
}

const replayOf = (request: IdempotentRequest, found: Idempotency): Error =>
  found.bodyHash === request.bodyHash
    ? new Replay(found.answer)
    : new Problem('idempotency_key_reused', { detail: 'This Idempotency-Key was used with another body.' });

export const idempotencyRef = (request: IdempotentRequest) =>
  ({
    record: 'idempotency',
    id: { organizationId: request.organizationId, operation: request.operation, key: request.key },
  }) as const;

/** @throws Replay, or Problem idempotency_key_reused, when the key was answered within the last day. */
export const requireUnanswered = (
  request: IdempotentRequest | undefined,
  found: Idempotency | undefined,
  now: Instant,
): void => {
  if (request && found && found.expiresAt > now) throw replayOf(request, found);
};

/** The row that remembers the answer; part of the transaction that does the work, so there is nothing to unlock. */
export const rememberAnswer = (
  request: IdempotentRequest | undefined,
  answer: Answer,
  now: Date,
): Change<'idempotency'>[] =>
  request
    ? [
        {
          change: 'insert',
          record: 'idempotency',
          item: { ...request, answer, expiresAt: instantAfter(now, keptMs) },
          replaceIf: [{ field: 'expiresAt', is: 'atMost', value: now.toISOString() }],
          onConflict: (found) => (found ? replayOf(request, found) : new Problem('idempotency_in_progress')),
        },
      ]
    : [];
