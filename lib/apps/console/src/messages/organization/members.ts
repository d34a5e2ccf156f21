import { defineMessages } from '../define-messages.ts';
import { anyOf, plural } from '../format.ts';
import { roleName } from '../capabilities.ts';

export const memberMessages = defineMessages({
  views: 'Members and invitations',
  members: 'Members',
  invitations: 'Open invitations',
  person: 'Person',
  role: 'Role',
  joined: 'Joined',
  digest: 'Advisory mail',
  digestDaily: 'Daily',
  digestOff: 'Off',
  actions: 'Actions',
  actionsFor: (person: string) => `Actions for ${person}`,
  you: 'You',
  makeRole: (role: string) => `Make ${roleName(role).toLowerCase()}`,
  changeRoleTitle: 'Change the role',
  changeRole: (person: string, role: string) =>
    `${person} becomes ${roleName(role).toLowerCase()}. It takes effect with the next request.`,
  changeRoleConfirm: 'Change role',
  digestOn: 'Mail advisories daily',
  digestStop: 'Stop advisory mail',
  digestLabel: (digest: string) => (digest === 'daily' ? 'Mail advisories daily' : 'Stop advisory mail'),
  digestText: (person: string) => `${person} gets one mail a day about new advisories, or none.`,
  endSessions: 'End sessions',
  endSessionsTitle: (person: string) => `End the sessions of ${person}`,
  endSessionsText: 'They are signed out of this organization at their next request, and can sign in again.',
  remove: 'Remove',
  leave: 'Leave',
  removeTitle: (person: string) => `Remove ${person}`,
  removeText:
    'Their tokens end immediately, and their trust rules are suspended. A license used this month stays used.',
  leaveTitle: 'Leave the organization',
  leaveText:
    'Your tokens end immediately, and your trust rules are suspended. You can rejoin with an invitation.',
  removed: (person: string) => `${person} was removed`,
  endedTokens: (names: readonly string[]) =>
    `${plural(names.length, 'token', 'tokens')} ended: ${anyList(names)}.`,
  endedRules: (names: readonly string[]) =>
    `${plural(names.length, 'trust rule', 'trust rules')} without a responsible person: ${anyList(names)}.`,
  endedNothing: 'No token and no trust rule depended on them.',
  invite: 'Invite',
  inviteTitle: 'Invite a person',
  inviteText: 'The link in the mail works once, within 7 days, for a sign-in with this verified address.',
  email: 'E-mail address',
  emailInvalid: 'Enter an e-mail address.',
  send: 'Send invitation',
  invited: 'Invited',
  expires: 'Expires',
  withdraw: 'Withdraw',
  withdrawTitle: (email: string) => `Withdraw the invitation of ${email}`,
  withdrawText: 'Its link stops working.',
  noInvitations: 'Nobody is invited',
  noInvitationsHelp: 'Invite a person by their e-mail address.',
});

const anyList = (names: readonly string[]): string => anyOf(names).replaceAll(' or ', ' and ');

const roleHelps: Record<string, string> = defineMessages({
  owner: 'Everything, including billing, sign-on and closing the organization.',
  admin: 'Repositories, policy, members, tokens and usage; no purchases.',
  billing: 'Plan, payment and invoices; reads the rest.',
  member: 'Scans, assigns findings, requests waivers.',
});
/** Says what a role may do. */
export const roleHelp = (role: string): string => roleHelps[role] ?? '';
