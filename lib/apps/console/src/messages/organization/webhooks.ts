import type { components } from '@scangate/client/generated/types';
import { defineMessages } from '../define-messages.ts';
import { number, plural } from '../format.ts';

type EventType = components['schemas']['EventType'];

export const webhookMessages = defineMessages({
  views: 'Webhooks and integrations',
  webhooks: 'Webhooks',
  integrations: 'Integrations',
  lead: 'Events, signed according to Standard Webhooks and delivered at least once to your own URL.',
  add: 'New webhook',
  name: 'Name',
  url: 'URL',
  urlHelp: 'An https URL with a public address, without redirects.',
  urlInvalid: 'Enter an https URL.',
  events: 'Events',
  eventsMissing: 'Choose at least one event.',
  everything: 'Every event',
  status: 'Status',
  delivered: 'Last delivered',
  never: 'Never',
  enabled: 'Enabled',
  disabled: 'Disabled',
  failing: 'Failing',
  paused: 'Paused by the plan',
  failures: (failures: number) => plural(failures, 'failure in a row', 'failures in a row'),
  empty: 'No webhooks',
  emptyHelp: 'Add the URL that should receive events.',
  create: 'Create webhook',
  secretTitle: 'Copy the signing secret now',
  test: 'Send a test event',
  testSent: 'The test event was sent. It appears in the log below.',
  rotate: 'Rotate the secret',
  overlap: 'Hours during which the old secret also signs',
  overlapHelp: 'From 0 to 168. 0 ends it immediately.',
  overlapInvalid: 'Enter a whole number from 0 to 168.',
  enable: 'Enable',
  disable: 'Disable',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}`,
  removeText: 'Nothing more is sent, and its log is deleted.',
  edit: 'Edit',
  editTitle: 'Edit the webhook',
  save: 'Save',
  oldSecret: 'Old secret signs until',
  settings: 'Settings',
  actions: 'Actions',
});

export const deliveryMessages = defineMessages({
  title: 'Delivery log',
  sequence: 'Sequence',
  type: 'Event',
  at: 'Time',
  state: 'State',
  attempts: 'Attempts',
  attemptCount: (attempts: number) => plural(attempts, 'attempt', 'attempts'),
  last: 'Last response',
  next: 'Next attempt',
  noAnswer: 'None yet',
  silent: 'None',
  empty: 'Nothing was sent yet',
  emptyHelp: 'Send a test event, or wait for the next verdict.',
  open: 'Show',
  details: 'Details',
  redeliver: 'Send again',
  replay: 'Send again since…',
  replayTitle: 'Send all events again since a day',
  since: 'Since',
  sinceHelp: 'At most 30 days ago, from midnight UTC on. Each event keeps its sequence.',
  sinceMissing: 'Enter a day.',
  redelivered: 'It is sent again. The sequence stays the same.',
  replayed: 'Sent again',
  attemptAt: 'Time',
  took: 'Took',
  milliseconds: (milliseconds: number) => `${number(milliseconds)} ms`,
  answer: 'Response',
  cause: 'Cause',
  excerpt: 'Beginning of the response',
  request: 'Request',
  headers: 'Headers',
  body: 'Body',
  close: 'Close',
});

const states: Record<string, string> = defineMessages({
  waiting: 'Waiting',
  delivered: 'Delivered',
  given_up: 'Abandoned',
});
export const deliveryState = (state: string): string => states[state] ?? state;

const causes: Record<string, string> = defineMessages({
  dns: 'The name was not found',
  forbidden_address: 'The address is not public',
  connection: 'No connection',
  tls: 'TLS failed',
  timeout: 'No response in time',
  too_large: 'The response was too large',
  redirected: 'Redirect',
  status: 'The status was not 2xx',
  rejected: 'It was rejected',
  person: 'Disabled by a person',
  gone: 'The URL answered 410',
  failing: 'It failed for five days',
  credential_refused: 'The credential was refused',
});
export const causeText = (cause: string): string => causes[cause] ?? cause;

const eventNames = defineMessages({
  'scan.completed': 'A scan completed',
  'scan.failed': 'A scan failed',
  'scan.cancelled': 'A scan was canceled',
  'pull_request_check.completed': 'A pull request was checked',
  'finding.introduced': 'Findings were introduced',
  'finding.fixed': 'Findings were fixed',
  'advisory.matched': 'An advisory matched',
  'waiver.requested': 'A waiver was requested',
  'waiver.approved': 'A waiver was approved',
  'waiver.expiring': 'A waiver expires soon',
  'waiver.expired': 'A waiver expired',
  'gate.changed': 'The gate changed',
  'repository.connected': 'A repository was connected',
  'repository.disconnected': 'A repository was disconnected',
  'token.issued': 'A token was issued',
  'token.revoked': 'A token was revoked',
  'member.joined': 'A member joined',
  'member.removed': 'A member was removed',
  'credits.low': 'Credits run low',
  'payment.failed': 'A payment failed',
  'payment.resolved': 'A payment was resolved',
  'invoice.paid': 'An invoice was paid',
  'plan.changed': 'The plan changed',
  'history_scan.ended': 'A history scan ended',
  'auditor_pack.ready': 'An auditor pack is ready',
  'bundle.released': 'A bundle was released',
  'bundle.affected': 'A release is affected',
  'webhook.disabled': 'A webhook was disabled',
  'webhook.test': 'A test',
} satisfies Record<EventType, string>);

export const eventTypes = Object.keys(eventNames) as EventType[];

/** The words for a type of event, also for one that this page does not know yet. */
export const eventName = (type: string): string => {
  if (type === '*') return webhookMessages.everything;
  return Object.hasOwn(eventNames, type) ? eventNames[type as EventType] : type;
};
