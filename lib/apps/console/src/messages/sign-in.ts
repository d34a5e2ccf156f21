import { defineMessages } from './define-messages.ts';

export const signInMessages = defineMessages({
  title: 'Sign in to Scangate',
  with: (label: string) => (label === 'Sign in' ? 'Sign in' : `Sign in as ${label}`),
  none: 'Nobody can sign in here yet. An operator has to configure a sign-in provider.',
  ssoTitle: 'Single sign-on',
  email: 'Work address',
  emailHelp: 'Finds the sign-in of your organization by its domain.',
  ssoContinue: 'Continue',
  cookies: 'Scangate keeps one cookie: your session.',
});
