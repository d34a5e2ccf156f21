import { createHash } from 'node:crypto';
import { day } from './months.ts';
import { Refusal } from './refusal.ts';
import type { Seen } from './state.ts';
import type { SavedAnswer } from './wire.ts';
import type { Work } from './work.ts';

const keptSeconds = day;
const longestKey = 255;

/** What a key stands for: the same method, path and parameters. */
export const requestOf = (method: string, path: string, body: string): string =>
  createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');

/**
 * The answer a key has already brought, within 24 hours.
 * @throws Refusal idempotency_error when it came with another request.
 */
export const savedAnswer = (work: Work, key: string, request: string): Seen<SavedAnswer> | undefined => {
  if (key.length > longestKey) {
    const told = `Idempotency keys can be at most ${longestKey} characters long.`;
    throw new Refusal(400, 'idempotency_error', told);
  }
  const saved = work.find('local.answer', key);
  if (!saved || saved.created + keptSeconds <= work.now) return undefined;
  if (saved.request === request) return saved;
  const told =
    'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
    `Try using a key other than '${key}' if you meant to execute a different request.`;
  throw new Refusal(400, 'idempotency_error', told);
};

export const saveAnswer = (
  work: Work,
  key: string,
  request: string,
  answer: { status: number; body: string },
): void => void work.put({ object: 'local.answer', id: key, request, created: work.now, ...answer });

/** Forgets answers that no key brings back any longer. */
export const dropOldAnswers = (work: Work): void => {
  for (const { id, created } of work.where('local.answer', () => true)) {
    if (created + keptSeconds <= work.now) work.remove('local.answer', id);
  }
};
