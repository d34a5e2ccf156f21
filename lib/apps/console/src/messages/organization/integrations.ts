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
  cancel: 'Cancel',
  credentialNote: 'The credential is tried, then sealed. Nobody can read it again.',
  severity: 'Tickets from',
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
  workflowUrl: 'Workflow URL',
  token: 'Token',
  email: 'E-mail address',
  apiKey: 'API key',
});
export const integrationField = (name: string): string => fields[name] ?? name;
