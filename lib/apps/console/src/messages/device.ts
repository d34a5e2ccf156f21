import type { Scope } from '@scangate/console/session/session.ts';
import { defineMessages } from './define-messages.ts';

/** Words of the page that approves a command line. */
export const deviceMessages = defineMessages({
  lead: (email: string, organization: string) => `It gets a token that acts for ${email} in ${organization}.`,
  warning: 'Enter the code only if you started “scangate login” yourself just now',
  warningText: 'If somebody sent you a code, that person would get your token.',
  code: 'Code',
  codeHelp: 'The command line shows it.',
  scopes: 'It may use',
  days: 'Days until the token expires',
  approve: 'Approve',
  deny: 'Deny',
  approved: 'The command line is approved. You can close this page.',
  denied: 'The command line is denied. You can close this page.',
});

/** The acts that a scope permits. A scope without words does not compile. */
export const scopeWords: Readonly<Record<Scope, string>> = defineMessages({
  'repositories:read': 'Read repositories',
  'repositories:write': 'Connect and change repositories',
  'scans:read': 'Read scans and findings',
  'scans:write': 'Start and cancel scans, request waivers',
  'organization:read': 'Read members, policy and settings',
  'organization:write': 'Change members, policy and settings',
  'billing:read': 'Read plan, credits and ledger',
  'billing:write': 'Change plan and buy credits',
  'tokens:write': 'Issue and revoke tokens',
} as const satisfies Record<Scope, string>);
