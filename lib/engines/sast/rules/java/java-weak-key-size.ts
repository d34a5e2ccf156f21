import type { Rule } from '@scangate/engines/sast/rule';
import { method } from './samples.ts';

/** Lengths of RSA and DSA keys that are too short; elliptic curves are shorter and strong. */
const tooShort = new Set([512, 768, 1024, 1536]);

export const javaWeakKeySize: Rule = {
  id: 'java-weak-key-size',
  cwe: 'CWE-326',
  severity: 'medium',
  title: 'Key too short',
  message: 'RSA and DSA keys under 2048 bits can be broken.',
  help: 'Use 3072 bits, or a curve such as Ed25519.',
  calls: [
    {
      call: ['KeyPairGenerator.initialize', '*.getInstance().initialize'],
      when: ({ args: [bits] }) => tooShort.has(Number(bits?.constant)),
    },
    { call: ['RSAKeyGenParameterSpec'], when: ({ args: [bits] }) => tooShort.has(Number(bits?.constant)) },
  ],
  positives: [
    method(
      '    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");\n    generator.initialize(1024); // HERE',
    ),
  ],
  negatives: [
    method(
      '    KeyPairGenerator.getInstance("RSA").initialize(3072);\n    KeyPairGenerator.getInstance("EC").initialize(256);',
    ),
  ],
};
