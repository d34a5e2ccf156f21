import type { Rule } from '@scangate/engines/sast/rule';

export const jsWeakCipher: Rule = {
  id: 'js-weak-cipher',
  cwe: 'CWE-327',
  severity: 'high',
  title: 'Broken cipher',
  message:
    'This cipher or mode is broken, or derives its key without salt: what it encrypts can be read or changed.',
  help: 'Use aes-256-gcm with createCipheriv, a random key and a fresh nonce.',
  calls: [
    {
      call: ['crypto.{createCipheriv,createDecipheriv}'],
      when: ({ args }) =>
        /^(?:des|rc4|rc2|bf|blowfish|idea|cast|seed)|-ecb$|^arcfour/i.test(String(args[0]?.constant ?? '')),
    },
    { call: ['crypto.{createCipher,createDecipher}'] },
    { call: ['{crypto-js,CryptoJS}.{DES,TripleDES,RC4,RC4Drop,Rabbit}.{encrypt,decrypt}'] },
  ],
  positives: [
    "const crypto = require('crypto');\ncrypto.createCipheriv('des-ede3-cbc', key, iv); // HERE\n",
    "const crypto = require('crypto');\ncrypto.createCipheriv('aes-256-ecb', key, null); // HERE\n",
    "const crypto = require('crypto');\ncrypto.createCipher('aes-256-cbc', password); // HERE\n",
    "const m = require('crypto-js');\nexport const f = (req, res) => {\n  const q = req.query.q;\n  m.DES.encrypt(q); // HERE\n};\n",
  ],
  negatives: ["const crypto = require('crypto');\ncrypto.createCipheriv('aes-256-gcm', key, iv);\n"],
};
