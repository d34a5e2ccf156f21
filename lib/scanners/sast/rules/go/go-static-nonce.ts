import type { Rule } from '../../rule.ts';
import { isFixed } from './conditions.ts';
import { program } from './samples.ts';

export const goStaticNonce: Rule = {
  id: 'go-static-nonce',
  cwe: 'CWE-329',
  severity: 'medium',
  title: 'Nonce that never changes',
  message: 'With the same nonce and key, equal texts are encrypted to equal ones; in GCM the key is lost.',
  help: 'Read a new one from crypto/rand for each encryption and send it along.',
  calls: [
    { call: ['*.Seal'], when: ({ args }) => args.length === 4 && isFixed(args[1]) },
    {
      call: ['crypto/cipher.{NewCBCEncrypter,NewCFBEncrypter,NewCTR,NewOFB}'],
      when: ({ args: [, iv] }) => isFixed(iv),
    },
  ],
  positives: [
    program(
      'crypto/cipher',
      '\tout := gcm.Seal(nil, []byte("ILoveMyNonce"), text, nil) // HERE',
      'gcm cipher.AEAD, text []byte',
    ),
    program(
      'crypto/cipher',
      '\tiv := []byte("0123456789abcdef")\n\tcipher.NewCBCEncrypter(block, iv) // HERE',
      'block cipher.Block',
    ),
  ],
  negatives: [
    program(
      'crypto/cipher crypto/rand io',
      '\tnonce := make([]byte, 12)\n\tio.ReadFull(rand.Reader, nonce)\n\tgcm.Seal(nil, nonce, text, nil)',
      'gcm cipher.AEAD, text []byte',
    ),
  ],
};
