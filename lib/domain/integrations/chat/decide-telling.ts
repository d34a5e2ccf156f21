import type { ChatState, Delivery } from '@scangate/domain/events/event-records';
import { addMs, hourMs } from '@scangate/domain/instant';
import type { Instant } from '@scangate/domain/records';
import type { chooseMode } from './choose-mode.ts';

/** The most messages in an hour. */
export const messagesPerHour = 30;

export const hourOf = (at: Instant): Instant => `${at.slice(0, 13)}:00:00.000Z`;
export const nextHourOf = (at: Instant): Instant => addMs(hourOf(at), hourMs);

export type Telling =
  /** A message of its own. */
  | { kind: 'alone' }
  /** One message with all that waits from before then. */
  | { kind: 'digest' | 'backlog'; before: Instant }
  | { kind: 'later'; at: Instant }
  /** The hour has no room: what arrives in it is told in one line after it. */
  | { kind: 'full'; until: Instant }
  /** A message told it already, or no rule wants it. */
  | { kind: 'nothing' };

type Waiting = Pick<Delivery, 'sequence' | 'createdAt' | 'attempts' | 'replayed'>;

/** Whether a joint message told it, and its result is not written yet. A replay has a result from after that message. */
const isTold = ({ told = [], toldAt = '' }: Partial<ChatState>, { sequence, attempts }: Waiting): boolean =>
  told.includes(sequence) && (attempts.at(-1)?.at ?? '') < toldAt;

const postedIn = (state: ChatState | undefined, hour: Instant): number =>
  state?.hour === hour ? state.posted : 0;

/** Decides how a delivery is told now. It depends on what is stored alone, so that a second run decides the same. */
export const decideTelling = (
  state: ChatState | undefined,
  { delivery, mode, now }: { delivery: Waiting; mode: ReturnType<typeof chooseMode>; now: Instant },
): Telling => {
  if (mode === 'none' || isTold(state ?? {}, delivery)) return { kind: 'nothing' };
  const hour = hourOf(now);
  // A person who asks for it again gets it now.
  const isJoint = mode === 'digest' && delivery.replayed !== true;
  if (isJoint && delivery.createdAt >= hour) return { kind: 'later', at: nextHourOf(delivery.createdAt) };
  const backlogBefore = state?.backlogBefore;
  const isBacklog = !isJoint && backlogBefore !== undefined && delivery.createdAt < backlogBefore;
  if (isBacklog && now < backlogBefore) return { kind: 'later', at: backlogBefore };
  if (postedIn(state, hour) >= messagesPerHour) return { kind: 'full', until: nextHourOf(now) };
  if (isJoint) return { kind: 'digest', before: hour };
  return isBacklog ? { kind: 'backlog', before: backlogBefore } : { kind: 'alone' };
};

/** Counts a message before it is sent: the limit holds, whatever becomes of it. */
export const claimMessage = (state: ChatState | undefined, now: Instant): ChatState => {
  const hour = hourOf(now);
  return { told: [], ...state, hour, posted: postedIn(state, hour) + 1 };
};

/** Notes that the hour is full. @returns the same state when that is known. */
export const noteFull = (state: ChatState | undefined, now: Instant): ChatState => {
  const backlogBefore = nextHourOf(now);
  if (state?.backlogBefore === backlogBefore) return state;
  return { told: [], hour: hourOf(now), posted: messagesPerHour, ...state, backlogBefore };
};

/** The deliveries that a joint message told. */
export interface JointlyTold {
  kind: 'digest' | 'backlog';
  sequences: readonly number[];
  /** The sequences that are due; of what was told before, only those are kept. */
  due: ReadonlySet<number>;
  /** Whether the message told all that is due; what is left is told by the next one. */
  isAll: boolean;
  now: Instant;
}

/** Notes what a joint message told. */
export const noteTold = (state: ChatState, { kind, sequences, due, isAll, now }: JointlyTold): ChatState => {
  const { backlogBefore, ...rest } = state;
  const isOver = kind === 'backlog' && isAll;
  const before = isAll ? state.told.filter((sequence) => due.has(sequence)) : state.told;
  return {
    ...rest,
    ...(!isOver && backlogBefore !== undefined && { backlogBefore }),
    told: [...new Set([...before, ...sequences])],
    toldAt: now,
  };
};
