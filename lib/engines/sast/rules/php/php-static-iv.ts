import type { Rule } from '@scangate/engines/sast/rule';
import { script } from './samples.ts';

export const phpStaticIv: Rule = {
  id: 'php-static-iv',
  cwe: 'CWE-329',
  severity: 'medium',
  title: 'Constant initialization vector',
  message: 'With the same initialization vector, equal plaintexts have equal ciphertexts.',
  help: 'Create one with random_bytes for each message, and store it with the ciphertext.',
  calls: [
    {
      call: ['{openssl_encrypt,openssl_decrypt}'],
      when: ({ args: [, , , , iv] }) => typeof iv?.constant === 'string' && iv.constant !== '',
    },
  ],
  positives: [script('$c = openssl_encrypt($d, "aes-256-cbc", $key, 0, "1234567890123456"); // HERE')],
  negatives: [script('$iv = random_bytes(16);\n$c = openssl_encrypt($d, "aes-256-cbc", $key, 0, $iv);')],
};
