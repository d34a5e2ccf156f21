import type { Parameter } from '@scangate/engines/sast/ir';
import type { Rule } from '@scangate/engines/sast/rule';

const secretName = /^(?:password|passwd|passphrase|secret_key|api_key|auth_token)$/i;
/** Texts that are placeholders for a password. */
const placeholder =
  /^(?:|none|null|changeme|change_me|password|secret|test|example|dummy|\*+|<.*>|\{.*\}|\$.*)$/i;

const isDefaultPassword = ({ target, default: preset }: Parameter): boolean =>
  target.kind === 'name' &&
  secretName.test(target.name) &&
  preset?.kind === 'literal' &&
  typeof preset.value === 'string' &&
  preset.value.length > 5 &&
  !placeholder.test(preset.value);

export const pyDefaultPassword: Rule = {
  id: 'py-default-password',
  cwe: 'CWE-798',
  severity: 'medium',
  title: 'Default password in a parameter',
  message: 'Anyone who reads the code knows the password that applies when a caller passes none.',
  help: 'Leave the default out, and read the password from the environment or a secret manager.',
  words: ['password', 'passwd', 'passphrase', 'secret_key', 'api_key', 'auth_token'],
  functions: ({ parameters }) => parameters.some(isDefaultPassword),
  positives: ['def connect(host, password="hunter2-winter"):  # HERE\n    return open_at(host, password)\n'],
  negatives: [
    'def connect(host, password=None):\n    return open_at(host, password)\n',
    'def connect(host, password=""):\n    return open_at(host, password)\n',
    'def connect(host, password="changeme"):\n    return open_at(host, password)\n',
    'def label(text="hunter2-winter"):\n    return text\n',
  ],
};
