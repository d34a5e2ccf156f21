import type { Rule } from '@scangate/engines/sast/rule';
import { program } from './samples.ts';

export const goWeakKeySize: Rule = {
  id: 'go-weak-key-size',
  cwe: 'CWE-326',
  severity: 'medium',
  title: 'RSA key too short',
  message: 'RSA keys under 2048 bits can be broken.',
  help: 'Use 3072 bits, or Ed25519.',
  calls: [
    {
      call: ['crypto/rsa.{GenerateKey,GenerateMultiPrimeKey}'],
      when: ({ args }) => {
        const bits = args.at(-1)?.constant;
        return typeof bits === 'number' && bits < 2048;
      },
    },
  ],
  positives: [program('crypto/rsa crypto/rand', '\tkey, err := rsa.GenerateKey(rand.Reader, 1024) // HERE')],
  negatives: [program('crypto/rsa crypto/rand', '\tkey, err := rsa.GenerateKey(rand.Reader, 3072)')],
};
