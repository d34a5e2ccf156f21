import { tokenDays } from './token-days.ts';
import { defineMessages } from '../define-messages.ts';
import { number, plural } from '../format.ts';

export const tokenMessages = defineMessages({
  views: 'Tokens and trust',
  tokens: 'Tokens',
  trust: 'OIDC trust',
  issue: 'New token',
  name: 'Name',
  kind: 'Kind',
  hint: 'Starts with',
  responsible: 'Responsible',
  scopes: 'Scopes',
  scopeCount: (scopes: number) => plural(scopes, 'scope', 'scopes'),
  lastUsed: 'Last used',
  never: 'Never',
  expires: 'Expires',
  noExpiry: 'No expiry',
  status: 'Status',
  live: 'Live',
  revoked: 'Revoked',
  expired: 'Expired',
  actions: 'Actions',
  actionsFor: (name: string) => `Actions for ${name}`,
  revoke: 'Revoke',
  revokeTitle: (name: string) => `Revoke ${name}`,
  revokeText:
    'The token, and tokens issued with it, stop working with the next request. This cannot be undone.',
  takeOver: 'Become responsible',
  takeOverTitle: 'Become responsible for this token',
  takeOverText: 'The token then acts for you and ends with your membership.',
  empty: 'No tokens',
  emptyHelp:
    'Create a token for a command line or a pipeline. A pipeline with OIDC needs none: add a trust rule.',
  issueTitle: 'New token',
  personal: 'Personal',
  personalHelp: 'Acts as you, with your role. For a command line.',
  service: 'Service',
  serviceHelp: 'For a pipeline. You are responsible for it.',
  nameHelp: 'Describe where it is used.',
  nameMissing: 'Enter a name.',
  days: 'Days until it expires',
  daysHelp: `From ${tokenDays.least} to ${tokenDays.most}.`,
  daysInvalid: `Enter a whole number from ${tokenDays.least} to ${tokenDays.most}.`,
  scopesMissing: 'Choose at least one scope.',
  repositories: 'Only these repositories',
  repositoriesHelp: 'Empty: the token can access every repository.',
  create: 'Create token',
  issuedTitle: 'Copy the token now',
  issuedText: 'It is shown only once. Nobody can show it again, not even support.',
  token: 'Token',
  done: 'I copied it',
  me: 'You',
  people: (count: number) => number(count),
});

const kinds: Record<string, string> = defineMessages({
  service: 'Service',
  personal: 'Personal',
  session: 'Session',
  pipeline: 'Pipeline',
  directory: 'Directory',
});
export const tokenKind = (kind: string): string => kinds[kind] ?? kind;

const scopes: Record<string, string> = defineMessages({
  'repositories:read': 'Read repositories',
  'repositories:write': 'Connect and change repositories',
  'scans:read': 'Read scans and findings',
  'scans:write': 'Scan, waive and rejudge',
  'organization:read': 'Read the organization',
  'organization:write': 'Change the organization',
  'billing:read': 'Read billing',
  'billing:write': 'Change billing',
  'tokens:write': 'Issue and revoke tokens',
});
export const scopeName = (scope: string): string => scopes[scope] ?? scope;
