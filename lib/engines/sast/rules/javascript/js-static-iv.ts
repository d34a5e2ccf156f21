import type { Rule } from '@scangate/engines/sast/rule';

export const jsStaticIv: Rule = {
  id: 'js-static-iv',
  cwe: 'CWE-329',
  severity: 'medium',
  title: 'Constant initialization vector',
  message: 'With the same vector, equal plaintexts give equal ciphertexts, and some modes break completely.',
  help: 'Create a new one with crypto.randomBytes for each message and store it with the result.',
  calls: [
    {
      call: ['crypto.createCipheriv'],
      when: ({ args }) =>
        (typeof args[2]?.constant === 'string' && args[2].constant !== '') ||
        args[2]?.path === 'Buffer.alloc()',
    },
  ],
  positives: [
    "const crypto = require('crypto');\nconst iv = Buffer.from('0123456789abcdef');\ncrypto.createCipheriv('aes-256-cbc', key, iv); // HERE\n",
  ],
  negatives: [
    "const crypto = require('crypto');\ncrypto.createCipheriv('aes-256-cbc', key, crypto.randomBytes(16));\n",
  ],
};
