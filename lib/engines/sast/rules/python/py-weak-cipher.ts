import type { Rule } from '@scangate/engines/sast/rule';
import { argument, lastName } from './conditions.ts';

export const pyWeakCipher: Rule = {
  id: 'py-weak-cipher',
  cwe: 'CWE-327',
  severity: 'high',
  title: 'Weak cipher or mode',
  message: 'DES, RC2, RC4, Blowfish and the mode ECB do not protect the data they encrypt.',
  help: 'Use AES-GCM or ChaCha20-Poly1305, or Fernet.',
  calls: [
    {
      call: [
        '*.Cipher.{DES,DES3,ARC2,ARC4,Blowfish,CAST,XOR}.new',
        '{DES,DES3,ARC2,ARC4,Blowfish}.new',
        'pyDes.{des,triple_des}',
      ],
    },
    {
      call: ['*.AES.new', 'AES.new'],
      when: (call) => lastName(argument(call, 'mode', 1)) === 'MODE_ECB',
    },
    { call: ['*.algorithms.{ARC4,Blowfish,IDEA,CAST5,SEED,TripleDES,RC2,DES}', '*.modes.ECB'] },
  ],
  positives: [
    'from Crypto.Cipher import DES\ncipher = DES.new(key, DES.MODE_CBC, iv)  # HERE\n',
    'from Crypto.Cipher import AES\nAES.new(key, AES.MODE_ECB)  # HERE\n',
    'from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes\nc = Cipher(algorithms.AES(key), modes.ECB())  # HERE\n',
    'from Cryptodome.Cipher import ARC4 as rc4\nrc4.new(key)  # HERE\n',
  ],
  negatives: [
    'from Crypto.Cipher import AES\nAES.new(key, AES.MODE_GCM)\n',
    'from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes\nCipher(algorithms.AES(key), modes.GCM(iv))\n',
  ],
};
