import { defineMessages } from './define-messages.ts';

/** Words of the page about the person and their sessions. */
export const youMessages = defineMessages({
  person: 'Person',
  email: 'Address',
  organization: 'Organization',
  role: 'Role',
  plan: 'Plan',
  expires: 'This session ends',
  sessions: 'Your sessions',
  sessionsLead: 'Where you are signed in, in every organization.',
  browser: 'Browser',
  unknownBrowser: 'Unknown browser',
  started: 'Signed in',
  lastUsed: 'Last used',
  actions: 'Action',
  current: 'This one',
  end: 'End session',
  endTitle: 'End this session?',
  endText: (browser: string) => `${browser} is signed out at its next request.`,
  preferences: 'This browser',
  theme: 'Theme',
  singleKeys: 'Single-key shortcuts',
  singleKeysHelp: 'For example “?” and “/”. Turn them off if you use speech input.',
  deleteTitle: 'Delete your account',
  deleteLead:
    'Leaves every organization and removes your address from Scangate. Your tokens end immediately.',
  delete: 'Delete my account',
  deleteConfirm: 'This cannot be undone. The last owner of an organization cannot leave it.',
  signOut: 'Sign out',
});
