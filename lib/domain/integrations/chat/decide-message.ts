import type { ChatState, Delivery } from '@scangate/domain/events/event-records';
import { hourOf, addMs, hourMs } from '@scangate/domain/instant';
import type { Instant } from '@scangate/domain/records';
import type { chooseMode } from './choose-mode.ts';

/** The limit of messages per hour. */
export const messagesPerHour = 30;

/** The first instant of an hour (UTC). */
export const startOfHour = (at: Instant): Instant => `${hourOf(at)}:00:00.000Z`;

/** The first instant of the next hour (UTC). */
export const nextHourOf = (at: Instant): Instant => addMs(startOfHour(at), hourMs);

export type MessageDecision =
  /** A message of its own. */
  | { kind: 'single' }
  /** One message for everything that waits since before that instant. */
  | { kind: 'digest' | 'backlog'; before: Instant }
  | { kind: 'later'; at: Instant }
  /** The limit of the hour is reached: events that arrive in it become one line after it. */
  | { kind: 'full'; until: Instant }
  /** A message already contains it, or no rule wants it. */
  | { kind: 'none' };

type Waiting = Pick<Delivery, 'sequence' | 'createdAt' | 'attempts' | 'replayed'>;

/**
 * Returns whether a batch contains it, and its result is not written yet. A replay has a result from after that
 * batch.
 */
const wasPosted = (
  { batched = [], batchedAt = '' }: Partial<ChatState>,
  { sequence, attempts }: Waiting,
): boolean => batched.includes(sequence) && (attempts.at(-1)?.at ?? '') < batchedAt;

const postedIn = (state: ChatState | undefined, hour: Instant): number =>
  state?.hour === hour ? state.posted : 0;

/**
 * Decides which message contains a delivery now. It only depends on what is stored, so that a second run decides the
 * same.
 */
export const decideMessage = (
  state: ChatState | undefined,
  { delivery, mode, now }: { delivery: Waiting; mode: ReturnType<typeof chooseMode>; now: Instant },
): MessageDecision => {
  if (mode === 'none' || wasPosted(state ?? {}, delivery)) return { kind: 'none' };
  const hour = startOfHour(now);
  // A person who asks for it again gets it now.
  const isDigest = mode === 'digest' && delivery.replayed !== true;
  if (isDigest && delivery.createdAt >= hour) return { kind: 'later', at: nextHourOf(delivery.createdAt) };
  const backlogBefore = state?.backlogBefore;
  const isBacklog = !isDigest && backlogBefore !== undefined && delivery.createdAt < backlogBefore;
  if (isBacklog && now < backlogBefore) return { kind: 'later', at: backlogBefore };
  if (postedIn(state, hour) >= messagesPerHour) return { kind: 'full', until: nextHourOf(now) };
  if (isDigest) return { kind: 'digest', before: hour };
  return isBacklog ? { kind: 'backlog', before: backlogBefore } : { kind: 'single' };
};

/** Counts a message before it is sent, so that the limit holds in any case. */
export const claimMessage = (state: ChatState | undefined, now: Instant): ChatState => {
  const hour = startOfHour(now);
  return { batched: [], ...state, hour, posted: postedIn(state, hour) + 1 };
};

/**
 * Marks the hour as full.
 * @returns the same state when it is already marked.
 */
export const markFull = (state: ChatState | undefined, now: Instant): ChatState => {
  const backlogBefore = nextHourOf(now);
  if (state?.backlogBefore === backlogBefore) return state;
  return { batched: [], hour: startOfHour(now), posted: messagesPerHour, ...state, backlogBefore };
};

/** The deliveries in a batch. */
export interface PostedBatch {
  kind: 'digest' | 'backlog';
  sequences: readonly number[];
  /** The sequences that are due; of earlier batches, only those are kept. */
  due: ReadonlySet<number>;
  /** Whether the batch contains everything that is due; the rest is in the next one. */
  isAll: boolean;
  now: Instant;
}

/** Records the deliveries of a batch. */
export const recordBatch = (
  state: ChatState,
  { kind, sequences, due, isAll, now }: PostedBatch,
): ChatState => {
  const { backlogBefore, ...rest } = state;
  const isOver = kind === 'backlog' && isAll;
  const before = isAll ? state.batched.filter((sequence) => due.has(sequence)) : state.batched;
  return {
    ...rest,
    ...(!isOver && backlogBefore !== undefined && { backlogBefore }),
    batched: [...new Set([...before, ...sequences])],
    batchedAt: now,
  };
};
