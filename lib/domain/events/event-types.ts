/**
 * Every type of event to which a subscriber can listen. The names are a contract: the list grows, and no name
 * changes.
 */
export const eventTypes = [
  'scan.completed',
  'scan.failed',
  'scan.cancelled',
  'pull_request_check.completed',
  'finding.introduced',
  'finding.fixed',
  'advisory.matched',
  'waiver.requested',
  'waiver.approved',
  'waiver.expiring',
  'waiver.expired',
  'gate.changed',
  'repository.connected',
  'repository.disconnected',
  'token.issued',
  'token.revoked',
  'member.joined',
  'member.removed',
  'credits.low',
  'payment.failed',
  'payment.resolved',
  'invoice.paid',
  'plan.changed',
  'history_scan.ended',
  'auditor_pack.ready',
  'bundle.released',
  'bundle.affected',
  'webhook.disabled',
  'webhook.test',
] as const;
export type EventType = (typeof eventTypes)[number];

/** A pattern of types to listen to: a type, all types of a family (`scan.*`), or all (`*`). */
export type EventPattern = EventType | `${string}.*` | '*';

/** Whether a text names a type of events. */
export const isEventType = (text: string): text is EventType => eventTypes.some((type) => type === text);

const families = new Set(eventTypes.map((type) => `${type.slice(0, type.indexOf('.'))}.*`));

/** Whether a text names a type, a family that has types, or all of them. */
export const isEventPattern = (text: string): text is EventPattern =>
  text === '*' || isEventType(text) || families.has(text);

/** Whether one of the patterns names the type. */
export const matchesType = (patterns: readonly string[], type: EventType): boolean => {
  const family = `${type.slice(0, type.indexOf('.'))}.*`;
  return patterns.some((pattern) => pattern === '*' || pattern === type || pattern === family);
};
