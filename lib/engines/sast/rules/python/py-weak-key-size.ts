import type { Call, Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { argument, lastName } from './conditions.ts';

const isTooShort = (value: Value | undefined): boolean =>
  typeof value?.constant === 'number' && value.constant < 2048;

const smallCurve = /^(?:SECT163|SECP192|SECT193|BrainpoolP160|P192)/i;

export const pyWeakKeySize: Rule = {
  id: 'py-weak-key-size',
  cwe: 'CWE-326',
  severity: 'medium',
  title: 'Key too short',
  message: 'RSA and DSA keys under 2048 bits and curves under 224 can be broken.',
  help: 'Use RSA with 3072 bits or more, or Ed25519.',
  calls: [
    {
      call: ['*.rsa.generate_private_key', 'rsa.generate_private_key'],
      when: (call: Call) => isTooShort(argument(call, 'key_size', 1)),
    },
    {
      call: ['*.dsa.generate_private_key', 'dsa.generate_private_key'],
      when: (call: Call) => isTooShort(argument(call, 'key_size', 0)),
    },
    {
      call: ['{Crypto,Cryptodome}.PublicKey.{RSA,DSA}.generate', '{RSA,DSA}.generate', 'rsa.newkeys'],
      when: (call: Call) => isTooShort(argument(call, 'bits', 0)),
    },
    {
      call: ['*.ec.generate_private_key', 'ec.generate_private_key'],
      when: (call: Call) => smallCurve.test(lastName(argument(call, 'curve', 0)).replace('()', '')),
    },
  ],
  positives: [
    'from cryptography.hazmat.primitives.asymmetric import rsa\nrsa.generate_private_key(public_exponent=65537, key_size=1024)  # HERE\n',
    'from Crypto.PublicKey import RSA\nRSA.generate(1024)  # HERE\n',
    'from cryptography.hazmat.primitives.asymmetric import ec\nec.generate_private_key(ec.SECP192R1())  # HERE\n',
  ],
  negatives: [
    'from cryptography.hazmat.primitives.asymmetric import rsa\nrsa.generate_private_key(65537, 3072)\n',
    'from Crypto.PublicKey import RSA\nRSA.generate(size)\n',
  ],
};
