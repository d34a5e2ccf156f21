import { defineMessages } from '../define-messages.ts';

export const integrationMessages = defineMessages({
  title: 'Chat and trackers',
  lead: 'Send verdicts to a channel, and turn findings into tickets that close once fixed.',
  add: 'New integration',
  kind: 'Type',
  name: 'Name',
  target: 'Target',
  status: 'Status',
  delivered: 'Last delivered',
  empty: 'No integrations',
  emptyHelp: 'Connect your team’s channel or issue tracker.',
  missing: 'Enter a value.',
  create: 'Connect',
  credentialNote: 'The credential is tested, then encrypted. It is never shown again.',
  way: 'Authentication',
  severity: 'Minimum severity of tickets',
  severityOfGate: 'The threshold of the gate',
  ticketsPerDay: 'Maximum new tickets per day',
  ticketsPerDayHelp: 'From 1 to 200, the most severe first. Empty: 20.',
  ticketsPerDayInvalid: 'Enter a whole number from 1 to 200.',
  events: 'Event selection',
  types: 'Events; if none, the defaults of this type',
  rules: 'Messages',
  rulesHelp:
    'Without rules each event is a message. The first matching rule decides; an event that matches none is not sent.',
  rule: (at: number) => `Rule ${at}`,
  ruleTypes: 'Event types',
  ruleTypesHelp: 'One per line, such as finding.introduced, scan.* or *.',
  mode: 'Message',
  each: 'One per event',
  digest: 'Hourly digest',
  addRule: 'Add a rule',
  removeRule: 'Remove this rule',
  editTitle: 'Edit the integration',
  test: 'Test',
  tested: (target: string) => `It works: ${target}`,
  tickets: 'Tickets',
  ticket: 'Ticket',
  ticketState: 'State',
  ticketSeverity: 'Severity',
  changed: 'Changed',
  rejected: 'Rejected',
  exploited: 'Known exploited',
  noTickets: 'No tickets yet',
  noTicketsHelp: 'They are created from findings on default branches at the chosen severity.',
  credential: 'New credential',
  credentialTitle: 'Replace the credential',
  replace: 'Replace',
});

const kinds: Record<string, string> = defineMessages({
  slack: 'Slack',
  teams: 'Microsoft Teams',
  github_issues: 'GitHub Issues',
  gitlab_issues: 'GitLab Issues',
  jira: 'Jira Cloud',
  linear: 'Linear',
});
export const integrationKind = (kind: string): string => kinds[kind] ?? kind;

const ticketStates: Record<string, string> = defineMessages({
  claimed: 'Being created',
  open: 'Open',
  closed: 'Closed',
});
export const ticketState = (state: string): string => ticketStates[state] ?? state;

const fields: Record<string, string> = defineMessages({
  channel: 'Channel id',
  repository: 'Repository, as owner/name',
  project: 'Project',
  url: 'URL of a self-hosted server, if any',
  site: 'Site, such as example.atlassian.net',
  issueType: 'Issue type',
  doneTransition: 'Transition to close',
  reopenTransition: 'Transition to reopen',
  team: 'Team key',
  botToken: 'Bot token',
  webhookUrl: 'URL of an incoming webhook',
  appId: 'App id',
  installationId: 'Installation id',
  privateKey: 'Private key (PEM)',
  workflowUrl: 'Workflow URL',
  token: 'Token',
  email: 'E-mail address',
  apiKey: 'API key',
});
export const integrationField = (name: string): string => fields[name] ?? name;

const ways: Record<string, string> = defineMessages({
  botToken: 'An app with a bot',
  webhookUrl: 'An incoming webhook',
  token: 'An access token',
  app: 'A GitHub App',
});
/** Says how an integration signs in at its provider. */
export const integrationWay = (way: string): string => ways[way] ?? way;
