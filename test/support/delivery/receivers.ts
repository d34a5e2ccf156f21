import type { Sending, SendOutcome } from '#ports/events/event-sender.ts';

/** The answer of a receiver to its n-th request, from 1, and how long that takes. */
export type Receiver = (sending: Sending, request: number) => Answer;
export interface Answer {
  status: number;
  ms?: number;
  retryAfterSeconds?: number;
  /** The sender has more to do from then on. */
  laterAt?: string;
}

export const healthy: Receiver = () => ({ status: 204, ms: 20 });
export const dead: Receiver = () => ({ status: 500, ms: 10_000 });

/** The outcome that the sender makes of an answer. */
export const outcomeOf = (
  { status, ms = 0, retryAfterSeconds, laterAt }: Answer,
  at: string,
): SendOutcome => {
  if (laterAt !== undefined) return { kind: 'later', at: laterAt };
  const attempt = { at, milliseconds: ms, status };
  if (status < 300) return { kind: 'delivered', attempt };
  if (status === 410) return { kind: 'stop', attempt, cause: 'gone' };
  const asked = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return { kind: 'failed', attempt: { ...attempt, cause: 'status' }, ...asked };
};
