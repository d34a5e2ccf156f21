import type { Rule } from '@scangate/engines/sast/rule';

export const pyEmptyPassword: Rule = {
  id: 'py-empty-password',
  cwe: 'CWE-521',
  severity: 'medium',
  title: 'Empty password is set',
  message: 'Anyone who knows the name of the account can sign in: its password is empty.',
  help: 'Use set_unusable_password() for an account without a password.',
  calls: [{ call: ['*.set_password'], when: ({ args: [password] }) => password?.constant === '' }],
  positives: ['def create(user):\n    password = ""\n    user.set_password(password)  # HERE\n'],
  negatives: [
    'def create(user, password):\n    user.set_password(password)\n',
    'def create(user):\n    user.set_password(None)\n',
  ],
};
