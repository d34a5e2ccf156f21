import { defineMessages } from './define-messages.ts';

/** Words of the pages about the person, their sessions and what they were sent. */
export const accountMessages = defineMessages({
  closeTab: 'You can close this tab and continue in the other one.',
  invitationLead: 'Sign in with the address that was invited to join the organization.',
  invitationSession: (email: string) => `You are signed in as ${email}. Accepting signs you in again.`,
  accept: 'Accept and sign in',
  invitationIncomplete: 'This address is incomplete',
  invitationIncompleteHelp: 'Open the full link from the mail: its last part is missing.',
  sharedLead: 'Somebody shared an auditor pack with you. Every download is recorded.',
  sharedIncomplete: 'This address is incomplete',
  sharedIncompleteHelp: 'Open the full link that you were sent: its last part is missing.',
  download: 'Download',
});
