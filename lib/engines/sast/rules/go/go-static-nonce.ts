import type { Call, Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { around, isFixed } from './conditions.ts';
import { program } from './samples.ts';

/** A buffer that another function made was also filled there. */
const hasMake = /\bmake\(/;
const fills = /\brand\.|Read|copy\(|append\(|Put(?:Uint|Uvar)|\]\s?=[^=]|\bfill/;

/** Tells whether a buffer stays all zeros: nothing is read or copied into it. */
const isZero = (value: Value | undefined, call: Call): boolean =>
  value?.path === 'make()' && hasMake.test(around(call)) && !fills.test(around(call));

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
    `package a

import (
\t"crypto/cipher"
\t"crypto/rand"
)

func random(size int) []byte {
\tbuffer := make([]byte, size)
\trand.Read(buffer)
\treturn buffer
}

func seal(gcm cipher.AEAD, text []byte) []byte {
\tnonce := random(12)
\treturn gcm.Seal(nonce, nonce, text, nil)
}
`,
    program(
      'crypto/cipher crypto/rand io',
      '\tnonce := make([]byte, 12)\n\tio.ReadFull(rand.Reader, nonce)\n\tgcm.Seal(nil, nonce, text, nil)',
      'gcm cipher.AEAD, text []byte',
    ),
  ],
};
