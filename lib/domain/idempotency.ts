import type { Change } from './record-changes.ts';
import { addMs, dayMs } from './instant.ts';
import { Problem } from './problem.ts';
import type { Idempotency, Instant } from './records.ts';

/** A request that carried an Idempotency-Key. */
export interface IdempotentRequest {
  organizationId: string;
  operation: string;
  key: string;
  /** SHA-256 of the body as sent, together with the names in the path. */
  bodyHash: string;
}

/** The request of one person: the same key sent by another person is another request, with another response. */
export const requestOfPerson = (
  request: IdempotentRequest | undefined,
  personId: string,
): IdempotentRequest | undefined => request && { ...request, key: `${personId}/${request.key}` };

export type Answer = Idempotency['answer'];

/** A 2xx answer is stored for a day (docs/adr/0002-http-contract.md). */
const retentionMs = dayMs;

/** Carries the stored response of a repeated request. The runtime catches it, in one place. */
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
    : new Problem('idempotency_key_reused', {
        detail: 'This Idempotency-Key was used with another request.',
      });

/** Names the stored response of a request. */
export const idempotencyRef = (request: IdempotentRequest) =>
  ({
    record: 'idempotency',
    id: { organizationId: request.organizationId, operation: request.operation, key: request.key },
  }) as const;

/** @throws Replay, or Problem idempotency_key_reused, when the key was used within the last day. */
export const requireUnanswered = (
  request: IdempotentRequest | undefined,
  found: Idempotency | undefined,
  now: Instant,
): void => {
  if (request && found && found.expiresAt > now) throw replayOf(request, found);
};

/** Stores the response in the transaction that does the work, so that there is nothing to unlock. */
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
          item: { ...request, answer, expiresAt: addMs(now, retentionMs) },
          replaceIf: [{ field: 'expiresAt', is: 'atMost', value: now.toISOString() }],
          onConflict: (found) => (found ? replayOf(request, found) : new Problem('idempotency_in_progress')),
        },
      ]
    : [];
