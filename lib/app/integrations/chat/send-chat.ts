import type { ChatState, Subscriber } from '@scangate/domain/events/event-records';
import type { SendOutcome } from '@scangate/domain/delivery/send-outcome';
import { addMs, minuteMs } from '@scangate/domain/instant';
import type { ChatMessage } from '@scangate/domain/integrations/chat/chat-message';
import { chooseMode } from '@scangate/domain/integrations/chat/choose-mode';
import {
  claimMessage,
  decideMessage,
  markFull,
  recordBatch,
  type MessageDecision,
} from '@scangate/domain/integrations/chat/decide-message';
import { backlogMessage, digestMessage } from '@scangate/domain/integrations/chat/batch-message';
import { messageOf } from '@scangate/domain/integrations/chat/summarize-event';
import { chatRulesOf } from '@scangate/domain/integrations/kinds/chat-settings';
import type { EventSender, Sending } from '#ports/events/event-sender.ts';
import type { Chat } from '#ports/integrations/chat.ts';
import { ProviderFailure } from '#ports/integrations/provider.ts';
import type { Log } from '#ports/log.ts';
import type { PublicAddress } from '#ports/mail/public-address.ts';
import type { SubscriberSecretContext, SecretDecrypter } from '#ports/secret-cipher.ts';
import { timeAttempt } from '#app/delivery/time-attempt.ts';
import { openConnection } from '../open-connection.ts';
import { outcomeOfFailure } from '../outcome-of-failure.ts';
import { loadDue, writeChatState, type ChatStore, type DueDelivery } from './chat-run.ts';

export interface ChatSenderPorts {
  chat: Chat;
  store: ChatStore;
  subscriberSecrets: SecretDecrypter<SubscriberSecretContext>;
  publicAddress: PublicAddress;
  log: Log;
  /** A monotonic clock. */
  elapsedMs: () => number;
}

/** The knowledge of one run about a chat: the state as it wrote it, and whether a batch failed. */
interface Run {
  leaseHolder: string | undefined;
  state: ChatState | undefined;
  /** The end of the previous send: they run one after the other, so that the limit and the batches hold. */
  last: Promise<unknown>;
  /** Whether a batch failed, or its content could not be recorded. */
  batchFailed: boolean;
}

/** The other deliveries of a failed batch wait for the one that retries it. */
const afterFailureMs = minuteMs;

const silently = (now: Date): SendOutcome => ({
  kind: 'delivered',
  attempt: { at: now.toISOString(), milliseconds: 0 },
});

/**
 * Posts a message.
 * @returns the outcome.
 */
const post = async (
  { chat, subscriberSecrets, elapsedMs }: ChatSenderPorts,
  { subscriber, now }: Sending,
  message: ChatMessage,
): Promise<SendOutcome> => {
  const attempt = timeAttempt(now, elapsedMs);
  try {
    const connection = await openConnection(subscriberSecrets, subscriber);
    const { status } = await chat.post(connection, message);
    return { kind: 'delivered', attempt: { ...attempt(), status } };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return outcomeOfFailure(error, attempt());
  }
};

type Batch = Extract<MessageDecision, { kind: 'digest' | 'backlog' }>;

/** Picks the deliveries of a batch. */
const ofBatch = (
  due: readonly DueDelivery[],
  { run, subscriber, now, batch }: { run: Run; subscriber: Subscriber; now: string; batch: Batch },
): DueDelivery[] =>
  due.filter(({ delivery, event }) => {
    const mode = chooseMode(chatRulesOf(subscriber.settings), event);
    const decision = decideMessage(run.state, { delivery, mode, now });
    return decision.kind === batch.kind && decision.before === batch.before;
  });

/** Posts everything that belongs together as one message, and records its content. */
const postBatch = async (
  ports: ChatSenderPorts,
  { run, sending, batch }: { run: Run; sending: Sending; batch: Batch },
): Promise<SendOutcome> => {
  const { subscriber, now: instant } = sending;
  const now = instant.toISOString();
  if (run.batchFailed) return { kind: 'later', at: addMs(instant, afterFailureMs) };
  run.batchFailed = true;
  const { due, isAll } = await loadDue(ports, subscriber, now);
  const listed = ofBatch(due, { run, subscriber, now, batch });
  const isListed = listed.some(({ delivery }) => delivery.sequence === sending.delivery.sequence);
  const together = isListed ? listed : [...listed, sending];
  run.state = claimMessage(run.state, now);
  await writeChatState(ports.store, subscriber, run.state);
  const events = together.map(({ event }) => event);
  const publicUrl = await ports.publicAddress.url();
  const compose = batch.kind === 'digest' ? digestMessage : backlogMessage;
  const outcome = await post(ports, sending, compose(events, { before: batch.before, publicUrl }));
  if (outcome.kind !== 'delivered') return outcome;
  run.state = recordBatch(run.state, {
    kind: batch.kind,
    sequences: together.map(({ delivery }) => delivery.sequence),
    due: new Set(due.map(({ delivery }) => delivery.sequence)),
    isAll,
    now,
  });
  await writeChatState(ports.store, subscriber, run.state);
  run.batchFailed = false;
  return outcome;
};

const sendOne = async (ports: ChatSenderPorts, run: Run, sending: Sending): Promise<SendOutcome> => {
  const { subscriber, event, delivery, now: instant } = sending;
  const now = instant.toISOString();
  const mode = chooseMode(chatRulesOf(subscriber.settings), event);
  const decision = decideMessage(run.state, { delivery, mode, now });
  if (decision.kind === 'none') return silently(instant);
  if (decision.kind === 'later') return decision;
  if (decision.kind === 'digest' || decision.kind === 'backlog')
    return postBatch(ports, { run, sending, batch: decision });
  if (decision.kind === 'full') {
    const noted = markFull(run.state, now);
    if (noted !== run.state) await writeChatState(ports.store, subscriber, noted);
    run.state = noted;
    return { kind: 'later', at: decision.until };
  }
  run.state = claimMessage(run.state, now);
  await writeChatState(ports.store, subscriber, run.state);
  return post(ports, sending, messageOf(event, await ports.publicAddress.url()));
};

/** Sends events to a chat: each on its own, or the events of an hour together, with at most 30 messages per hour. */
export const chatSender = (ports: ChatSenderPorts): EventSender => {
  const runs = new Map<string, Run>();
  const runOf = ({ subscriber }: Sending): Run => {
    const { subscriberId, leaseHolder, chat: state } = subscriber;
    const known = runs.get(subscriberId);
    if (known && known.leaseHolder === leaseHolder) return known;
    const run = { leaseHolder, state, last: Promise.resolve(), batchFailed: false };
    runs.set(subscriberId, run);
    return run;
  };
  return {
    send: (sending) => {
      const run = runOf(sending);
      const next = run.last.then(() => sendOne(ports, run, sending));
      run.last = next.catch(() => {});
      return next;
    },
  };
};
