import { defineMessages } from './define-messages.ts';

export const signInMessages = defineMessages({
  title: 'Sign in to Scangate',
  with: (label: string) => (label === 'Sign in' ? 'Sign in' : `Sign in as ${label}`),
  none: 'Nobody can sign in here yet. An operator has to configure a sign-in provider.',
  ssoTitle: 'Single sign-on',
  email: 'Work address',
  emailHelp: 'Its domain determines your organization’s sign-in.',
  ssoContinue: 'Continue',
  cookies: 'Scangate uses one cookie, for your session.',
});
