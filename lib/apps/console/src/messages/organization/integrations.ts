import { defineMessages } from '../define-messages.ts';

export const integrationMessages = defineMessages({
  title: 'Chat and trackers',
  lead: 'Verdicts go to a channel, findings become tickets that close when they are fixed.',
  add: 'New integration',
  kind: 'Where to',
  name: 'Name',
  target: 'Target',
  status: 'Status',
  delivered: 'Last delivered',
  empty: 'No integrations',
  emptyHelp: 'Connect the channel of your team, or its tracker.',
  missing: 'Enter a value.',
  create: 'Connect',
  credentialNote: 'The credential is tried, then sealed. Nobody can read it again.',
  way: 'Sign in by',
  severity: 'Tickets from',
  severityOfGate: 'The threshold of the gate',
  ticketsPerDay: 'New tickets a day, at most',
  ticketsPerDayHelp: 'From 1 to 200, the worst first. Empty, 20.',
  ticketsPerDayInvalid: 'Enter a whole number from 1 to 200.',
  events: 'Which events',
  types: 'Events; without any, those that suit the kind',
  rules: 'Messages',
  rulesHelp:
    'Without a rule each event is a message. The first rule that fits decides; what fits none is not sent.',
  rule: (at: number) => `Rule ${at}`,
  ruleTypes: 'Types of events',
  ruleTypesHelp: 'One a line, such as finding.introduced, scan.* or *.',
  mode: 'Message',
  each: 'One for each event',
  digest: 'One for all events of an hour',
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
  noTicketsHelp: 'They are made from findings of default branches at the chosen severity.',
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
  claimed: 'Being made',
  open: 'Open',
  closed: 'Closed',
});
export const ticketState = (state: string): string => ticketStates[state] ?? state;

const fields: Record<string, string> = defineMessages({
  channel: 'Channel id',
  repository: 'Repository, as owner/name',
  project: 'Project',
  url: 'Own server, if any',
  site: 'Site, such as example.atlassian.net',
  issueType: 'Type of issue',
  doneTransition: 'Transition that closes',
  reopenTransition: 'Transition that reopens',
  team: 'Team key',
  botToken: 'Bot token',
  webhookUrl: 'URL of an incoming webhook',
  appId: 'App id',
  installationId: 'Installation id',
  privateKey: 'Private key, as PEM',
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
