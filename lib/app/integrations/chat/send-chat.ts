import type { ChatState, DeliveryAttempt, Subscriber } from '@scangate/domain/events/event-records';
import type { SendOutcome } from '@scangate/domain/delivery/send-outcome';
import { addMs, minuteMs } from '@scangate/domain/instant';
import type { ChatMessage } from '@scangate/domain/integrations/chat/chat-message';
import { chooseMode } from '@scangate/domain/integrations/chat/choose-mode';
import {
  claimMessage,
  decideTelling,
  noteFull,
  noteTold,
  type Telling,
} from '@scangate/domain/integrations/chat/decide-telling';
import { backlogMessage, digestMessage } from '@scangate/domain/integrations/chat/joint-message';
import { messageOf } from '@scangate/domain/integrations/chat/tell-event';
import type { ChatRule } from '@scangate/domain/integrations/kinds/chat-settings';
import type { EventSender, Sending } from '#ports/events/event-sender.ts';
import type { Chat } from '#ports/integrations/chat.ts';
import { ProviderFailure } from '#ports/integrations/provider.ts';
import type { PublicAddress } from '#ports/mail/public-address.ts';
import type { SubscriberSecretContext, VaultOpener } from '#ports/vault.ts';
import { openConnection } from '../open-connection.ts';
import { outcomeOfFailure } from '../outcome-of-failure.ts';
import { loadDue, writeChatState, type ChatStore, type DueDelivery } from './chat-run.ts';

export interface ChatSenderPorts {
  chat: Chat;
  store: ChatStore;
  subscriberSecrets: VaultOpener<SubscriberSecretContext>;
  publicAddress: PublicAddress;
  /** A clock in milliseconds that only moves forward. */
  elapsedMs: () => number;
}

/** The knowledge of one run about a chat: the state as it wrote it, and whether a joint message failed. */
interface Run {
  leaseHolder: string | undefined;
  state: ChatState | undefined;
  /** One after the other, so that the limit and joint messages hold. */
  last: Promise<unknown>;
  /** A joint message failed, or what it told could not be noted. */
  jointlyFailed: boolean;
}

const rulesOf = ({ settings }: Subscriber): readonly ChatRule[] | undefined =>
  (settings as { rules?: ChatRule[] } | undefined)?.rules;

/** Others of a joint message that failed wait for the one that tries it again. */
const afterFailureMs = minuteMs;

const silently = (now: Date): SendOutcome => ({
  kind: 'delivered',
  attempt: { at: now.toISOString(), milliseconds: 0 },
});

/** Posts a message. @returns what became of it. */
const post = async (
  { chat, subscriberSecrets, elapsedMs }: ChatSenderPorts,
  { subscriber, now }: Sending,
  message: ChatMessage,
): Promise<SendOutcome> => {
  const started = elapsedMs();
  const attempt = (): Pick<DeliveryAttempt, 'at' | 'milliseconds'> => ({
    at: now.toISOString(),
    milliseconds: Math.max(0, Math.round(elapsedMs() - started)),
  });
  try {
    const connection = await openConnection(subscriberSecrets, subscriber);
    const { status } = await chat.post(connection, message);
    return { kind: 'delivered', attempt: { ...attempt(), status } };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return outcomeOfFailure(error, attempt());
  }
};

type Joint = Extract<Telling, { kind: 'digest' | 'backlog' }>;

/** Picks what a joint message of this kind tells. */
const ofJoint = (
  due: readonly DueDelivery[],
  { run, subscriber, now, joint }: { run: Run; subscriber: Subscriber; now: string; joint: Joint },
): DueDelivery[] =>
  due.filter(({ delivery, event }) => {
    const mode = chooseMode(rulesOf(subscriber), event);
    const telling = decideTelling(run.state, { delivery, mode, now });
    return telling.kind === joint.kind && telling.before === joint.before;
  });

/** Tells everything that belongs together in one message, and notes what it told. */
const postJointly = async (
  ports: ChatSenderPorts,
  { run, sending, joint }: { run: Run; sending: Sending; joint: Joint },
): Promise<SendOutcome> => {
  const { subscriber, now: instant } = sending;
  const now = instant.toISOString();
  if (run.jointlyFailed) return { kind: 'later', at: addMs(instant, afterFailureMs) };
  run.jointlyFailed = true;
  const { due, isAll } = await loadDue(ports.store, subscriber, now);
  const listed = ofJoint(due, { run, subscriber, now, joint });
  const isListed = listed.some(({ delivery }) => delivery.sequence === sending.delivery.sequence);
  const together = isListed ? listed : [...listed, sending];
  run.state = claimMessage(run.state, now);
  await writeChatState(ports.store, subscriber, run.state);
  const events = together.map(({ event }) => event);
  const publicUrl = await ports.publicAddress.url();
  const compose = joint.kind === 'digest' ? digestMessage : backlogMessage;
  const outcome = await post(ports, sending, compose(events, { before: joint.before, publicUrl }));
  if (outcome.kind !== 'delivered') return outcome;
  run.state = noteTold(run.state, {
    kind: joint.kind,
    sequences: together.map(({ delivery }) => delivery.sequence),
    due: new Set(due.map(({ delivery }) => delivery.sequence)),
    isAll,
    now,
  });
  await writeChatState(ports.store, subscriber, run.state);
  run.jointlyFailed = false;
  return outcome;
};

const tell = async (ports: ChatSenderPorts, run: Run, sending: Sending): Promise<SendOutcome> => {
  const { subscriber, event, delivery, now: instant } = sending;
  const now = instant.toISOString();
  const mode = chooseMode(rulesOf(subscriber), event);
  const telling = decideTelling(run.state, { delivery, mode, now });
  if (telling.kind === 'nothing') return silently(instant);
  if (telling.kind === 'later') return telling;
  if (telling.kind === 'digest' || telling.kind === 'backlog')
    return postJointly(ports, { run, sending, joint: telling });
  if (telling.kind === 'full') {
    const noted = noteFull(run.state, now);
    if (noted !== run.state) await writeChatState(ports.store, subscriber, noted);
    run.state = noted;
    return { kind: 'later', at: telling.until };
  }
  run.state = claimMessage(run.state, now);
  await writeChatState(ports.store, subscriber, run.state);
  return post(ports, sending, messageOf(event, await ports.publicAddress.url()));
};

/** Tells a chat of events: each, or the events of an hour together, with at most 30 messages in an hour. */
export const chatSender = (ports: ChatSenderPorts): EventSender => {
  const runs = new Map<string, Run>();
  const runOf = ({ subscriber }: Sending): Run => {
    const { subscriberId, leaseHolder, chat: state } = subscriber;
    const known = runs.get(subscriberId);
    if (known && known.leaseHolder === leaseHolder) return known;
    const run = { leaseHolder, state, last: Promise.resolve(), jointlyFailed: false };
    runs.set(subscriberId, run);
    return run;
  };
  return {
    send: (sending) => {
      const run = runOf(sending);
      const next = run.last.then(() => tell(ports, run, sending));
      run.last = next.catch(() => {});
      return next;
    },
  };
};
