import type { Severity } from '@scangate/engines/model/severity';
import type { Instant } from '../records.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { EventType } from './event-types.ts';

/** The time for which an event can be read and delivered again. */
export const eventKeptDays = 30;

/** The facts of an event that filters examine. */
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
  /** As described in the catalog. It holds no secret, source line, token or address. */
  data: Record<string, unknown>;
  about?: EventAbout;
  /** The only subscriber that gets it, for a test event. */
  onlyFor?: string;
  /** Set when it was fanned out while the plan had no webhooks, so that the feed leaves it out. */
  unlisted?: true;
  /** The last subscriber with a delivery, while others still have none. */
  fannedOutThrough?: string;
  /** Absent once its deliveries were made. */
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

/** Excludes events that a subscriber does not want; an absent field excludes none. */
export interface EventFilter {
  repositoryIds?: string[];
  branches?: string[];
  minimumSeverity?: Severity;
  verdicts?: Verdict['verdict'][];
}

/** A secret that signs deliveries; after a rotation, the old one also signs until then. */
export interface SigningSecret {
  sealed: string;
  signsUntil?: Instant;
}

export const disablingCauses = ['person', 'gone', 'failing', 'credential_refused'] as const;
export type DisablingCause = (typeof disablingCauses)[number];

/**
 * The record of the messages to a chat, so that neither a second run nor one that was cut off sends a message twice.
 */
export interface ChatState {
  /** The hour whose messages are counted, and their number. */
  hour: Instant;
  posted: number;
  /** Set when the limit was reached: messages that waited before then become one line. */
  backlogBefore?: Instant;
  /**
   * Deliveries that were part of one message and still waited for their own result, and the time when it was posted.
   */
  batched: number[];
  batchedAt?: Instant;
}

/** A webhook or an integration: a receiver of events. */
export interface Subscriber {
  organizationId: string;
  subscriberId: string;
  kind: SubscriberKind;
  name: string;
  /** Event types and patterns. */
  types: string[];
  filter?: EventFilter;
  /** The URL of a webhook. */
  url?: string;
  secrets?: SigningSecret[];
  /** The settings of an integration, and its sealed credential. */
  settings?: Record<string, unknown>;
  credential?: string;
  /** The destination as the provider named it: the workspace and channel, or the project. */
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
  /** Since when fewer deliveries were found than are counted as waiting. */
  unseenSince?: Instant;
  /** The delivery that is sent alone while it fails. */
  probe?: number;
  failingSince?: Instant;
  lastDeliveredAt?: Instant;
  /** When the mail about its failures was sent. */
  warnedAt?: Instant;
  /** Deliveries of a day (UTC), which are limited. */
  sentOn?: { day: string; count: number };
  /** The day (UTC) of the newest ticket, and the number of tickets created on it. */
  ticketDay?: string;
  ticketsOfDay?: number;
  /** When a delivery was sent last, which keeps the rate. */
  lastSentAt?: Instant;
  /** The run that delivers now, or the last one that did. */
  leaseHolder?: string;
  leaseUntil?: Instant;
  /** Since when the plan does not include it. */
  pausedAt?: Instant;
  /** When the plan included it again, or it restarted: waiting deliveries have their full time from then on. */
  resumedAt?: Instant;
  /** All its deliveries since an instant are sent again; those before `before` are still to be found. */
  replay?: { since: Instant; before: number; requestedAt: Instant };
  /** Its single entry in the due queue, however many deliveries wait. */
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

/** One attempt at a delivery, as the log shows it. */
export interface DeliveryAttempt {
  at: Instant;
  milliseconds: number;
  status?: number;
  cause?: FailureCause;
  /** The beginning of the response. */
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
  /** The attempts since it was made, or since it was last requested again. */
  tries: number;
  /** When it is attempted next; absent when it is not waiting. */
  nextAttemptAt?: Instant;
  /** When it is given up. */
  deadlineAt: Instant;
  /** Set when somebody requested it again. */
  replayed?: true;
  createdAt: Instant;
  expiresAt: Instant;
  /** Its entry in the queue of its subscriber's waiting deliveries; `dueAt` is `nextAttemptAt`. */
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
  /** The repository, project or team for which the issue was claimed. */
  place?: string;
  /** The author that the tracker reported when the issue was created. */
  author?: string;
  /** The name of the issue at the tracker; absent until it is known. */
  externalId?: string;
  url?: string;
  /** The URL of the issue that it replaced; findings that name that one get the new one. */
  formerUrl?: string;
  closedBy?: 'service' | 'person';
  /** The highest severity that its issue has shown so far. */
  severity: Severity;
  knownExploited: boolean;
  /** The digest of the content with which its issue was last compared. */
  contentDigest?: string;
  claimedAt: Instant;
  /** When its issue was last requested; absent while it is known not to exist. */
  attemptedAt?: Instant;
  /**
   * Set when the tracker refused the content of the issue; it is tried again when the content changes, or after a
   * day.
   */
  rejected?: { at: Instant; contentDigest: string; detail: string };
  changedAt: Instant;
  version: number;
}
