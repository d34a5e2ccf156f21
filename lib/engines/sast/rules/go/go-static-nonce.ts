import type { Call, Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { around, isFixed } from './conditions.ts';
import { program } from './samples.ts';

/** Tells whether a buffer stays all zeros: nothing is read or copied into it. */
const isZero = (value: Value | undefined, call: Call): boolean =>
  value?.path === 'make()' &&
  !/\brand\.|Read|copy\(|append\(|Put(?:Uint|Uvar)|\]\s?=[^=]|\bfill/.test(around(call));

export const goStaticNonce: Rule = {
  id: 'go-static-nonce',
  cwe: 'CWE-329',
  severity: 'medium',
  title: 'Constant nonce',
  message:
    'With the same nonce and key, equal plaintexts give equal ciphertexts; with GCM, messages can also be forged.',
  help: 'Read a new one from crypto/rand for each encryption and send it along.',
  calls: [
    {
      call: ['*.Seal'],
      when: (call) => call.args.length === 4 && (isFixed(call.args[1]) || isZero(call.args[1], call)),
    },
    {
      call: ['crypto/cipher.{NewCBCEncrypter,NewCFBEncrypter,NewCTR,NewOFB}'],
      when: (call) => isFixed(call.args[1]) || isZero(call.args[1], call),
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
