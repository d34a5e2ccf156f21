import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';

const secretName =
  /(?:(?<!for|by|of|from)token(?!i[sz]e)|secret|passw|pwd|session_?id|otp|nonce|salt|csrf|api_?key|reset_?code|verification_?code|auth_?code|private_?key)/i;
const isGuessable = ({ taints }: Value): boolean =>
  taints.some(({ origin }) => origin.label === 'weak-random');

export const jsWeakRandom: Rule = {
  id: 'js-weak-random',
  cwe: 'CWE-338',
  severity: 'high',
  title: 'Predictable secret',
  message: 'Math.random can be predicted from a few of its values, and so can secrets made from it.',
  help: 'Use crypto.randomBytes, crypto.randomUUID or crypto.getRandomValues.',
  category: 'random',
  labels: ['weak-random'],
  sinks: [{ returns: ({ name }) => name !== undefined && secretName.test(name) }],
  writes: [{ name: secretName, when: isGuessable }],
  entries: [
    {
      key: [
        'token',
        'resetToken',
        'sessionId',
        'password',
        'secret',
        'otp',
        'csrfToken',
        'apiKey',
        'nonce',
        'salt',
        'accessToken',
      ],
      when: isGuessable,
    },
  ],
  positives: [
    'const token = Math.random().toString(36).slice(2); // HERE\n',
    'function generateOtp() {\n  return Math.floor(100000 + Math.random() * 900000); // HERE\n}\n',
    'save({ resetToken: String(Math.random()) }); // HERE\n',
  ],
  negatives: [
    'const delay = Math.random() * 100;\n',
    'function idForToken(token) {\n  return `item-${Math.random()}`;\n}\n',
    "const token = require('crypto').randomBytes(16).toString('hex');\n",
  ],
};
