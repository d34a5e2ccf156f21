import type { Call, Rule } from '@scangate/engines/sast/rule';

const authenticated = /(?:gcm|ccm|ocb|poly1305)$/i;

const isAuthenticated = ({ args: [algorithm] }: Call): boolean =>
  typeof algorithm?.constant === 'string' && authenticated.test(algorithm.constant);

const isGcm = ({ args: [algorithm] }: Call): boolean =>
  typeof algorithm?.constant === 'string' && /gcm$/i.test(algorithm.constant);

/** Tells whether the function that decrypts neither calls `final` nor passes the decipher to code that may. */
const neverEnds = (call: Call): boolean => {
  const text = call.within?.at.text;
  return (
    text !== undefined &&
    text.includes('.update(') &&
    !/\.final\(|\.pipe\(|pipeline\(|return\s{1,9}(?:decipher\w{0,20}|d)\s?;/.test(text)
  );
};

export const jsUnauthenticatedDecryption: Rule = {
  id: 'js-unauthenticated-decryption',
  cwe: 'CWE-310',
  severity: 'medium',
  title: 'Decrypted text is not authenticated',
  message:
    'The tag of an authenticated cipher is only checked by final(), and in full length only if the length is set: otherwise an attacker can change the plaintext or forge a short tag.',
  help: 'Call final() and use no output before it has returned; pass { authTagLength: 16 } to createDecipheriv.',
  calls: [
    {
      call: ['crypto.createDecipheriv', 'createDecipheriv'],
      when: (call) =>
        (isAuthenticated(call) && neverEnds(call)) ||
        (isGcm(call) && call.args.length < 4 && /\.setAuthTag\(/.test(call.within?.at.text ?? '')),
    },
  ],
  positives: [
    "const crypto = require('crypto');\nfunction open(text, key, iv) {\n  const decipher = crypto.createDecipheriv('aes-256-ccm', key, iv, { authTagLength: 16 }); // HERE\n  return decipher.update(text);\n}\n",
    "const crypto = require('crypto');\nfunction open(text, tag, key, iv) {\n  const decipher = crypto.createDecipheriv('aes-256-gcm', key, iv); // HERE\n  decipher.setAuthTag(tag);\n  return decipher.update(text, 'hex', 'utf8') + decipher.final('utf8');\n}\n",
  ],
  negatives: [
    "const crypto = require('crypto');\nfunction open(text, tag, key, iv) {\n  const decipher = crypto.createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });\n  decipher.setAuthTag(tag);\n  return decipher.update(text, 'hex', 'utf8') + decipher.final('utf8');\n}\n",
    "const crypto = require('crypto');\nfunction open(text, key, iv) {\n  const decipher = crypto.createDecipheriv('aes-256-cbc', key, iv);\n  return decipher.update(text);\n}\n",
    "const crypto = require('crypto');\nconst opener = (key, iv) => crypto.createDecipheriv('aes-256-gcm', key, iv);\n",
  ],
};
