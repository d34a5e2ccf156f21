import type { Rule } from '@scangate/engines/sast/rule';
import { around, isFixed } from './conditions.ts';
import { method } from './samples.ts';

export const javaStaticIv: Rule = {
  id: 'java-static-iv',
  cwe: 'CWE-329',
  severity: 'medium',
  title: 'Constant initialization vector',
  message:
    'With the same vector and key, equal plaintexts give equal ciphertexts; with GCM, messages can also be forged.',
  help: 'Create a new one with SecureRandom for each encryption and send it along.',
  calls: [
    { call: ['IvParameterSpec'], when: ({ args: [iv] }) => isFixed(iv) },
    { call: ['GCMParameterSpec'], when: ({ args: [, iv] }) => isFixed(iv) },
    {
      call: ['IvParameterSpec'],
      // The vector is all zeros: `new IvParameterSpec(new byte[16])`.
      when: (call) =>
        call.written[0]?.at.kind === 'array_creation_expression' &&
        !/DECRYPT_MODE/.test(around(call)) &&
        !isFixed(call.args[0]),
    },
  ],
  positives: [
    method('    new IvParameterSpec("0123456789abcdef".getBytes()); // HERE'),
    method('    byte[] iv = {0, 1, 2, 3, 4, 5, 6, 7};\n    new IvParameterSpec(iv); // HERE'),
    method(
      '    cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(new byte[16])); // HERE',
      'Cipher cipher, Key key',
    ),
  ],
  negatives: [
    method(
      '    byte[] iv = new byte[16];\n    new SecureRandom().nextBytes(iv);\n    new IvParameterSpec(iv);',
    ),
    method('    new GCMParameterSpec(128, random.generateSeed(12));', 'SecureRandom random'),
  ],
};
