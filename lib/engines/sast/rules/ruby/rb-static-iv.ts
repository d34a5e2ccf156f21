import type { Rule } from '@scangate/engines/sast/rule';

export const rbStaticIv: Rule = {
  id: 'rb-static-iv',
  cwe: 'CWE-329',
  severity: 'medium',
  title: 'Constant initialization vector',
  message: 'With the same initialization vector, equal plaintexts have equal ciphertexts.',
  help: 'Use cipher.random_iv for each message, and store it with the ciphertext.',
  writes: [{ write: ['*.iv'], when: ({ constant }) => typeof constant === 'string' && constant.length >= 8 }],
  positives: ['c = OpenSSL::Cipher.new("aes-256-cbc")\nc.encrypt\nc.iv = "1234567890123456" # HERE\n'],
  negatives: ['c = OpenSSL::Cipher.new("aes-256-cbc")\nc.encrypt\niv = c.random_iv\n'],
};
