import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { argument } from './conditions.ts';

const isFixed = (value: Value | undefined): boolean =>
  typeof value?.constant === 'string' && value.constant.length > 0;

export const pyStaticIv: Rule = {
  id: 'py-static-iv',
  cwe: 'CWE-329',
  severity: 'medium',
  title: 'Constant initialization vector',
  message: 'With the same vector, equal plaintexts give equal ciphertexts, and some modes break completely.',
  help: 'Create a new one for each message with os.urandom, and store it with the ciphertext.',
  calls: [
    {
      call: ['*.{AES,DES,DES3,Blowfish,ChaCha20}.new', '{AES,DES,DES3}.new'],
      when: (call) =>
        isFixed(argument(call, 'iv', 2)) || isFixed(call.named.get('IV')) || isFixed(call.named.get('nonce')),
    },
    {
      call: ['*.modes.{CBC,CFB,OFB,CTR,GCM}', 'modes.{CBC,CFB,OFB,CTR,GCM}'],
      when: ({ args }) => isFixed(args[0]),
    },
  ],
  positives: [
    'from Crypto.Cipher import AES\nAES.new(key, AES.MODE_CBC, b"0000000000000000")  # HERE\n',
    'from cryptography.hazmat.primitives.ciphers import modes\nmode = modes.CBC(b"1234567890123456")  # HERE\n',
  ],
  negatives: ['import os\nfrom Crypto.Cipher import AES\nAES.new(key, AES.MODE_CBC, os.urandom(16))\n'],
};
