import type { Senders } from '#app/delivery/senders.ts';
import type { PortsOf } from '#contract/ports-of.ts';
import type { EventSender } from '#ports/events/event-sender.ts';
import type { spec } from './function.ts';

/** The ports that senders are made from; `function.ts` declares them. */
export type SenderPorts = PortsOf<(typeof spec)['needs']>;

const once = (load: () => Promise<EventSender>): (() => Promise<EventSender>) => {
  let loaded: Promise<EventSender> | undefined;
  return () => (loaded ??= load());
};

const tickets = (kind: 'github_issues' | 'gitlab_issues' | 'jira' | 'linear', ports: SenderPorts) =>
  once(async () => (await import('./senders/tickets.ts')).ticketsSender(ports, kind));

/**
 * The senders of one run. The module of a kind, with the provider behind it, is loaded when the run first needs it.
 */
export const sendersWith = (ports: SenderPorts): Senders => ({
  webhook: once(async () => (await import('./senders/webhooks.ts')).webhookSender(ports)),
  slack: once(async () => (await import('./senders/slack.ts')).slackSender(ports)),
  checks: once(async () => (await import('./senders/checks.ts')).checksSender(ports)),
  github_issues: tickets('github_issues', ports),
  gitlab_issues: tickets('gitlab_issues', ports),
  jira: tickets('jira', ports),
  linear: tickets('linear', ports),
  teams: once(async () => (await import('./senders/teams.ts')).teamsSender(ports)),
});
