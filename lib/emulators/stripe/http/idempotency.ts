import { createHash } from 'node:crypto';
import { daySeconds } from '../time/billing-periods.ts';
import { StripeApiError } from './stripe-api-error.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import type { SavedResponse } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

const keptSeconds = daySeconds;
const longestKey = 255;

/** Hashes method, path and parameters, which must be the same when a key is repeated. */
export const requestFingerprint = (method: string, path: string, body: string): string =>
  createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');

/**
 * Finds the saved response of a key, which is kept for 24 hours.
 * @throws StripeApiError idempotency_error when the key was used with another request.
 */
export const findSavedResponse = (
  tx: Transaction,
  key: string,
  request: string,
): ReadonlyObject<SavedResponse> | undefined => {
  if (key.length > longestKey) {
    const message = `Idempotency keys can be at most ${longestKey} characters long.`;
    throw new StripeApiError(400, 'idempotency_error', { message });
  }
  const saved = tx.find('local.answer', key);
  if (!saved || saved.created + keptSeconds <= tx.now) return undefined;
  if (saved.request === request) return saved;
  const message =
    'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
    `Try using a key other than '${key}' if you meant to execute a different request.`;
  throw new StripeApiError(400, 'idempotency_error', { message });
};

export const saveResponse = (
  tx: Transaction,
  key: string,
  { request, response: answer }: { request: string; response: { status: number; body: string } },
): void => void tx.put({ object: 'local.answer', id: key, request, created: tx.now, ...answer });

/** Removes saved responses after their 24 hours. */
export const dropExpiredResponses = (tx: Transaction): void => {
  for (const { id, created } of tx.where('local.answer', () => true)) {
    if (created + keptSeconds <= tx.now) tx.remove('local.answer', id);
  }
};
