import type { Rule } from '@scangate/engines/sast/rule';
import { script } from './samples.ts';

export const phpWeakKeySize: Rule = {
  id: 'php-weak-key-size',
  cwe: 'CWE-326',
  severity: 'medium',
  title: 'Key is too short',
  message: 'RSA keys below 2048 bits can be broken.',
  help: 'Use 3072 bits or more.',
  entries: [
    { key: ['private_key_bits'], when: ({ constant }) => typeof constant === 'number' && constant < 2048 },
  ],
  positives: [script('$key = openssl_pkey_new(["private_key_bits" => 1024]); // HERE')],
  negatives: [script('$key = openssl_pkey_new(["private_key_bits" => 4096]);')],
};
