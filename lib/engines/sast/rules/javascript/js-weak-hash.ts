import type { Rule } from '@scangate/engines/sast/rule';
import { isChecksum } from '../checksum.ts';

export const jsWeakHash: Rule = {
  id: 'js-weak-hash',
  cwe: 'CWE-328',
  severity: 'medium',
  title: 'Broken hash function',
  message: 'MD5 and SHA-1 are broken: collisions can be created.',
  help: 'Use SHA-256 or better; for passwords use a password hash (argon2, scrypt, bcrypt).',
  calls: [
    {
      call: ['crypto.{createHash,hash}', '*.createHash'],
      when: (call) =>
        /^(?:rsa-)?(?:md[245]|sha-?1|ripemd(?:160)?)$/i.test(String(call.args[0]?.constant ?? '')) &&
        !isChecksum(call),
    },
    // Collisions do not break HMAC with SHA-1.
    {
      call: ['crypto.createHmac'],
      when: ({ args }) => /^(?:rsa-)?(?:md[245]|ripemd(?:160)?)$/i.test(String(args[0]?.constant ?? '')),
    },
    { call: ['{crypto-js,CryptoJS}.{MD5,SHA1,HmacMD5,HmacSHA1}', 'crypto-js/{md5,sha1}'] },
  ],
  positives: [
    "import { createHash } from 'node:crypto';\ncreateHash('md5').update(x); // HERE\n",
    "const crypto = require('crypto');\nconst algorithm = 'sha1';\ncrypto.createHash(algorithm); // HERE\n",
    "import CryptoJS from 'crypto-js';\nCryptoJS.MD5(x); // HERE\n",
    "import { createHmac } from 'node:crypto';\ncreateHmac('md5').update(x); // HERE\n",
    "import { hash } from 'node:crypto';\nhash('md5').update(x); // HERE\n",
    "import { createHash } from 'node:createHash';\ncreateHash('md5').update(x); // HERE\n",
    "const m = require('crypto-js/md5');\nexport const f = (req, res) => {\n  const q = req.query.q;\n  m(q); // HERE\n};\n",
  ],
  negatives: [
    "import { createHash, createHmac } from 'node:crypto';\nconst nameOf = (fileName) => createHash('md5').update(fileName).digest('hex');\ncreateHmac('sha1', key);\n",
    "import { createHash } from 'node:crypto';\ncreateHash('sha256').update(x);\n",
  ],
};
