import type { Severity } from '@scangate/engines/model/severity';
import type { Instant } from '../records.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { EventType } from './event-types.ts';

/** The time for which an event can be read and delivered again. */
export const eventKeptDays = 30;

/** The facts of an event that filters ask for. */
export interface EventAbout {
  repositoryId?: string;
  branch?: string;
  /** The highest severity that it reports. */
  severity?: Severity;
  verdict?: Verdict['verdict'];
}

/** A change of interest to subscribers. It is written in the transaction of the change, if there is a subscriber. */
export interface StoredEvent {
  organizationId: string;
  at: Instant;
  eventId: string;
  type: EventType;
  /** As the catalog says. It holds no secret, source line, token or address. */
  data: Record<string, unknown>;
  about?: EventAbout;
  /** The only subscriber that gets it: of a test. */
  onlyFor?: string;
  /** It was fanned out while the plan had no webhooks, so that the feed leaves it out. */
  unlisted?: true;
  /** The last subscriber that has its delivery, while not all of them have one. */
  fannedOutThrough?: string;
  /** Absent after its deliveries were made. */
  dueQueue?: string;
  dueAt?: Instant;
  expiresAt: Instant;
}

export const subscriberKinds = [
  'webhook',
  'slack',
  'teams',
  'github_issues',
  'gitlab_issues',
  'jira',
  'linear',
  'checks',
] as const;
export type SubscriberKind = (typeof subscriberKinds)[number];

/** Keeps the events out that a subscriber does not want; an absent field keeps none out. */
export interface EventFilter {
  repositoryIds?: string[];
  branches?: string[];
  minimumSeverity?: Severity;
  verdicts?: Verdict['verdict'][];
}

/** A secret that signs deliveries; after a rotation the old one signs until then, too. */
export interface SigningSecret {
  sealed: string;
  signsUntil?: Instant;
}

export const disablingCauses = ['person', 'gone', 'failing', 'credential_refused'] as const;
export type DisablingCause = (typeof disablingCauses)[number];

/** The record of what a chat was sent, so that neither a second run nor one that was cut off sends it twice. */
export interface ChatState {
  /** The hour whose messages are counted, and their number. */
  hour: Instant;
  posted: number;
  /** The limit was met before then: what waits from before becomes one line. */
  backlogBefore?: Instant;
  /** Deliveries that one message had together, and that still waited for their own result; and when it was posted. */
  batched: number[];
  batchedAt?: Instant;
}

/** A webhook or an integration: whoever events are delivered to. */
export interface Subscriber {
  organizationId: string;
  subscriberId: string;
  kind: SubscriberKind;
  name: string;
  /** Event types and patterns. */
  types: string[];
  filter?: EventFilter;
  /** Of a webhook. */
  url?: string;
  secrets?: SigningSecret[];
  /** Of an integration: its settings, and its sealed credential. */
  settings?: Record<string, unknown>;
  credential?: string;
  /** The place where it arrives, as the provider named it: the workspace and channel, or the project. */
  target?: string;
  chat?: ChatState;
  createdAt: Instant;
  createdBy: string;
  /** Guards changes by people; it is the ETag. */
  version: number;
  disabled?: { at: Instant; cause: DisablingCause };
  /** A removed subscriber is kept for a while, so that late deliveries end. */
  removedAt?: Instant;
  expiresAt?: Instant;
  /** The number of the next delivery. */
  nextSequence: number;
  /** The number of its deliveries that wait. */
  waiting: number;
  /** Grows with every delivery that begins to wait, so that the end of a run misses none. */
  arrivals: number;
  /** Failures in a row; from the third on one delivery is sent at a time. */
  failures: number;
  /** Fewer deliveries were found than wait, since then. */
  unseenSince?: Instant;
  /** The delivery that is sent alone while it fails. */
  probe?: number;
  failingSince?: Instant;
  lastDeliveredAt?: Instant;
  /** The mail that it fails was sent. */
  warnedAt?: Instant;
  /** Deliveries of a day (UTC), which are limited. */
  sentOn?: { day: string; count: number };
  /** The day (UTC) of the newest ticket, and the number of new ones on it. */
  ticketDay?: string;
  ticketsOfDay?: number;
  /** When a delivery was sent last, which keeps the rate. */
  lastSentAt?: Instant;
  /** The run that delivers now, or the last one that did. */
  leaseHolder?: string;
  leaseUntil?: Instant;
  /** The plan does not include it since then. */
  pausedAt?: Instant;
  /** When the plan included it again, or it restarted: waiting deliveries have their full time from then on. */
  resumedAt?: Instant;
  /** All its deliveries since an instant are sent again; those before `before` are still to be found. */
  replay?: { since: Instant; before: number; requestedAt: Instant };
  /** Its only place in the due queue, whatever waits. */
  dueQueue?: string;
  dueAt?: Instant;
}

export const failureCauses = [
  'dns',
  'forbidden_address',
  'connection',
  'tls',
  'timeout',
  'too_large',
  'redirected',
  'status',
  'rejected',
] as const;
export type FailureCause = (typeof failureCauses)[number];

/** One try to deliver, as the log shows it. */
export interface DeliveryAttempt {
  at: Instant;
  milliseconds: number;
  status?: number;
  cause?: FailureCause;
  /** The beginning of the answer. */
  excerpt?: string;
}

export const deliveryStates = ['waiting', 'delivered', 'given_up'] as const;

/** An event on its way to one subscriber. */
export interface Delivery {
  organizationId: string;
  subscriberId: string;
  /** Without gaps, from 1. */
  sequence: number;
  eventId: string;
  eventAt: Instant;
  type: EventType;
  state: (typeof deliveryStates)[number];
  attempts: DeliveryAttempt[];
  /** Attempts since it was made, or since it was last asked for again. */
  tries: number;
  /** When it is tried next; absent when it is not waiting. */
  nextAttemptAt?: Instant;
  /** It is given up then. */
  deadlineAt: Instant;
  /** Somebody asked for it again. */
  replayed?: true;
  createdAt: Instant;
  expiresAt: Instant;
  /** Its place among what waits for its subscriber; `dueAt` is `nextAttemptAt`. */
  dueQueue?: string;
  dueAt?: Instant;
}

/** An issue in a tracker, for one group of findings. */
export interface Ticket {
  organizationId: string;
  subscriberId: string;
  group: string;
  repositoryId: string;
  projectUnitId: string;
  state: 'claimed' | 'open' | 'closed';
  title: string;
  /** The repository, project or team that the issue was claimed for. */
  place?: string;
  /** The author that the tracker names of it, when it was asked for. */
  author?: string;
  /** Names of the issue at the tracker; absent until it is known. */
  externalId?: string;
  url?: string;
  /** The address of the issue whose place it took; findings that name it get the new one. */
  formerUrl?: string;
  closedBy?: 'service' | 'person';
  /** The highest that its issue has shown so far. */
  severity: Severity;
  knownExploited: boolean;
  /** The digest of what its issue was compared with last. */
  contentDigest?: string;
  claimedAt: Instant;
  /** When its issue was last asked for; absent while it is known not to exist. */
  attemptedAt?: Instant;
  /** The tracker refused what the issue had to say, which is tried again when that changes or after a day. */
  rejected?: { at: Instant; contentDigest: string; detail: string };
  changedAt: Instant;
  version: number;
}
