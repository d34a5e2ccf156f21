import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import { bySeverity, meetsThreshold, type Threshold } from '@scangate/engines/model/severity';
import type { Ticket } from '@scangate/domain/events/event-records';
import { addMs, dayMs, minuteMs } from '@scangate/domain/instant';
import type { Instant } from '@scangate/domain/records';
import { contentDigest } from './describe-group.ts';
import type { TicketGroup } from './ticket-group.ts';

/** The settings that decide whether a group is worth an issue. */
export interface TicketRules {
  policy: Pick<GatePolicy, 'severityThreshold' | 'unknownSeverityAs' | 'failOn'>;
  /** Replaces the threshold of the gate. */
  minimumSeverity?: Threshold | undefined;
}

/** Whether a group is worth a new issue: as bad as what fails the gate. */
export const isWorthIssue = (
  { open }: TicketGroup,
  { policy: { severityThreshold, unknownSeverityAs, failOn }, minimumSeverity }: TicketRules,
): boolean =>
  open.some(
    ({ severity, knownExploited }) =>
      (knownExploited && failOn?.knownExploited === true) ||
      meetsThreshold(severity, minimumSeverity ?? severityThreshold, unknownSeverityAs),
  );

/** The current findings and ticket of one group. */
export interface TicketCase {
  /** Absent when none of its rows is kept. */
  group: TicketGroup | undefined;
  ticket: Ticket | undefined;
  /** The ticket at the former place of the integration; its issue is left alone. */
  former?: Ticket | undefined;
  fullName: string;
  rules: TicketRules;
}

/**
 * A creation whose response was lost is resolved after this time: the request and the run that sent it have ended by
 * then, and trackers list the created issue.
 */
const settlingMs = 2 * minuteMs;

export type TicketStep =
  /** Nothing has to be done. */
  | { step: 'none' }
  /** A new issue is claimed, and then made. */
  | { step: 'claim' }
  /** The claimed issue is known not to exist: it is created. */
  | { step: 'create' }
  /** The claimed issue may exist: it is looked up. */
  | { step: 'look_up' }
  /** The issue may still be in creation, or the tracker refused its content. */
  | { step: 'wait'; until: Instant }
  /** The claim is given up; its issue is known not to exist, and is no longer wanted. */
  | { step: 'release' }
  /** The issue is read, and a decision is made about it. */
  | { step: 'compare' };

const claimedStep = (ticket: Ticket, isWorth: boolean, now: Date): TicketStep => {
  if (ticket.attemptedAt === undefined) return isWorth ? { step: 'create' } : { step: 'release' };
  const until = addMs(new Date(ticket.attemptedAt), settlingMs);
  return until > now.toISOString() ? { step: 'wait', until } : { step: 'look_up' };
};

/** Returns when content that the tracker refused is sent again; undefined when it has changed since. */
const refusedUntil = ({ group, ticket, fullName }: TicketCase): Instant | undefined =>
  ticket?.rejected?.contentDigest === contentDigest(group, fullName)
    ? addMs(new Date(ticket.rejected.at), dayMs)
    : undefined;

/** Decides the next step for a group, before its issue is read. */
export const nextStep = (one: TicketCase, now: Date): TicketStep => {
  const { group, ticket, fullName, rules } = one;
  const isWorth = group !== undefined && isWorthIssue(group, rules);
  const until = refusedUntil(one);
  if (until !== undefined && until > now.toISOString()) return { step: 'wait', until };
  if (ticket?.state === 'claimed') return claimedStep(ticket, isWorth, now);
  if (ticket?.externalId === undefined) return { step: isWorth ? 'claim' : 'none' };
  return { step: ticket.contentDigest === contentDigest(group, fullName) ? 'none' : 'compare' };
};

/** Returns whether a group is more severe than its issue has ever shown. */
const hasRisen = (group: TicketGroup, ticket: Ticket): boolean =>
  bySeverity(group.severity, ticket.severity) < 0 || (group.knownExploited && !ticket.knownExploited);

/** The decision about an issue that was read. */
export type IssueDecision =
  | { write: 'open' | 'closed' }
  | { leave: NonNullable<Ticket['closedBy']> }
  | { claim: true };

/**
 * Decides about an issue that was read. An issue that a person closed, deleted or moved is left alone, unless its
 * group has become more severe: then it is reopened, or replaced by a new one if it cannot be.
 */
export const decideIssue = (
  { group, ticket, rules }: TicketCase & { ticket: Ticket },
  actual: 'open' | 'closed' | 'moved' | 'deleted',
): IssueDecision => {
  const present = group !== undefined && group.open.length > 0 ? group : undefined;
  if (actual === 'open') return { write: present ? 'open' : 'closed' };
  const wasByService = actual === 'closed' && ticket.state === 'closed' && ticket.closedBy === 'service';
  const isWanted =
    present !== undefined && isWorthIssue(present, rules) && (wasByService || hasRisen(present, ticket));
  if (!isWanted) return { leave: wasByService ? 'service' : 'person' };
  return actual === 'closed' ? { write: 'open' } : { claim: true };
};
