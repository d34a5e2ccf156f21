import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';

/** Names of values that must not be guessable in any program. */
const secretName =
  /(?:(?:access|refresh|auth|reset|session|bearer|api|invite|invitation|verification|login|csrf|xsrf|jwt|secret|remember)_?token|secret|passw|pwd(?![a-z])|session_?id|otp(?:$|_|code)|csrf|api_?key|(?:reset|verification|auth|login)_?code|private_?key)/i;
/** Names that libraries also give to other things: parser tokens, cache keys, cancellation tokens. */
const vagueName = /^(?:(?:generate|create|make|new|random|get)_?)?(?:token|nonce|salt)$/i;
const isGuessable = ({ taints }: Value): boolean =>
  taints.some(({ origin }) => origin.label === 'weak-random');

export const jsWeakRandom: Rule = {
  id: 'js-weak-random',
  cwe: 'CWE-338',
  severity: 'high',
  title: 'Predictable secret',
  message: 'Math.random can be predicted from a few of its values, and so can secrets created with it.',
  help: 'Use crypto.randomBytes, crypto.randomUUID or crypto.getRandomValues.',
  category: 'random',
  labels: ['weak-random'],
  sinks: [{ returns: ({ name }) => name !== undefined && secretName.test(name) }],
  writes: [{ name: secretName, when: isGuessable }],
  entries: [
    {
      key: ['resetToken', 'sessionId', 'password', 'secret', 'otp', 'csrfToken', 'apiKey', 'accessToken'],
      when: isGuessable,
    },
  ],
  positives: [
    'const resetToken = Math.random().toString(36).slice(2); // HERE\n',
    'function generateOtp() {\n  return Math.floor(100000 + Math.random() * 900000); // HERE\n}\n',
    'save({ resetToken: String(Math.random()) }); // HERE\n',
    'save({ sessionId: String(Math.random()) }); // HERE\n',
    'save({ password: String(Math.random()) }); // HERE\n',
    'save({ secret: String(Math.random()) }); // HERE\n',
    'save({ otp: String(Math.random()) }); // HERE\n',
    'save({ csrfToken: String(Math.random()) }); // HERE\n',
    'save({ apiKey: String(Math.random()) }); // HERE\n',
    'save({ accessToken: String(Math.random()) }); // HERE\n',
  ],
  negatives: [
    'const tokenIndex = Math.floor(Math.random() * tokens.length);\n',
    'export const uid = () => Math.random().toString(36).slice(2);\nconst cancelToken = uid();\n',
    'const delay = Math.random() * 100;\n',
    'function idForToken(token) {\n  return `item-${Math.random()}`;\n}\n',
    "const token = require('crypto').randomBytes(16).toString('hex');\n",
  ],
};

export const jsWeakRandomName: Rule = {
  ...jsWeakRandom,
  id: 'js-weak-random-name',
  severity: 'low',
  confidence: 'low',
  title: 'Predictable value named like a secret',
  message:
    'Math.random can be predicted from a few of its values: if this value must be unguessable, it is not.',
  sinks: [{ returns: ({ name }) => name !== undefined && vagueName.test(name) }],
  writes: [{ name: vagueName, when: isGuessable }],
  entries: [{ key: ['token', 'nonce', 'salt'], when: isGuessable }],
  supersededBy: ['js-weak-random'],
  positives: [
    'const token = Math.random().toString(36).slice(2); // HERE\n',
    'function generateNonce() {\n  return Math.random(); // HERE\n}\n',
    'save({ salt: String(Math.random()) }); // HERE\n',
    'save({ token: String(Math.random()) }); // HERE\n',
    'save({ nonce: String(Math.random()) }); // HERE\n',
  ],
  negatives: [
    'const key = Math.random();\n',
    "const token = require('crypto').randomBytes(16).toString('hex');\n",
  ],
};
