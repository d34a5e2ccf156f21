import type { Rule } from '@scangate/engines/sast/rule';
import { program } from './samples.ts';

export const goWeakCipher: Rule = {
  id: 'go-weak-cipher',
  cwe: 'CWE-327',
  severity: 'high',
  title: 'Broken encryption',
  message: 'DES, RC4 and Blowfish can be broken.',
  help: 'Use AES-GCM (aes.NewCipher with cipher.NewGCM) or ChaCha20-Poly1305.',
  calls: [
    {
      call: [
        'crypto/des.{NewCipher,NewTripleDESCipher}',
        'crypto/rc4.NewCipher',
        'golang.org/x/crypto/{blowfish,tea,xtea,cast5}.{NewCipher,NewSaltedCipher}',
      ],
    },
  ],
  positives: [program('crypto/des', '\tblock, err := des.NewCipher(key) // HERE', 'key []byte')],
  negatives: [program('crypto/aes', '\tblock, err := aes.NewCipher(key)', 'key []byte')],
};
