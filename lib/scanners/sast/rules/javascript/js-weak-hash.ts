import type { Rule } from '../../rule.ts';

export const jsWeakHash: Rule = {
  id: 'js-weak-hash',
  cwe: 'CWE-328',
  severity: 'medium',
  title: 'Broken hash function',
  message: 'MD5 and SHA-1 are broken: two texts with the same hash can be made.',
  help: 'Use SHA-256 or better; for passwords use a function made for them (argon2, scrypt, bcrypt).',
  calls: [
    {
      call: ['crypto.createHash', '*.createHash'],
      when: ({ args }) => /^(?:md[245]|sha-?1|ripemd)$/i.test(String(args[0]?.constant ?? '')),
    },
  ],
  positives: [
    "import { createHash } from 'node:crypto';\ncreateHash('md5').update(x); // HERE\n",
    "const crypto = require('crypto');\nconst algorithm = 'sha1';\ncrypto.createHash(algorithm); // HERE\n",
  ],
  negatives: ["import { createHash } from 'node:crypto';\ncreateHash('sha256').update(x);\n"],
};
