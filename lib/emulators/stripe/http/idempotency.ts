import { createHash } from 'node:crypto';
import { daySeconds } from '../time/billing-periods.ts';
import { StripeApiError } from './stripe-api-error.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import type { SavedResponse } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

const keptSeconds = daySeconds;
const longestKey = 255;

/** What a key stands for: the same method, path and parameters. */
export const requestFingerprint = (method: string, path: string, body: string): string =>
  createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');

/**
 * The answer a key has already brought, within 24 hours.
 * @throws Refusal idempotency_error when it came with another request.
 */
export const findSavedResponse = (
  tx: Transaction,
  key: string,
  request: string,
): ReadonlyObject<SavedResponse> | undefined => {
  if (key.length > longestKey) {
    const told = `Idempotency keys can be at most ${longestKey} characters long.`;
    throw new StripeApiError(400, 'idempotency_error', { message: told });
  }
  const saved = tx.find('local.answer', key);
  if (!saved || saved.created + keptSeconds <= tx.now) return undefined;
  if (saved.request === request) return saved;
  const told =
    'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
    `Try using a key other than '${key}' if you meant to execute a different request.`;
  throw new StripeApiError(400, 'idempotency_error', { message: told });
};

export const saveResponse = (
  tx: Transaction,
  key: string,
  { request, response: answer }: { request: string; response: { status: number; body: string } },
): void => void tx.put({ object: 'local.answer', id: key, request, created: tx.now, ...answer });

/** Forgets answers that no key brings back any longer. */
export const dropExpiredResponses = (tx: Transaction): void => {
  for (const { id, created } of tx.where('local.answer', () => true)) {
    if (created + keptSeconds <= tx.now) tx.remove('local.answer', id);
  }
};
