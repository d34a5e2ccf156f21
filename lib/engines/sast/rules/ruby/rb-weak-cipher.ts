import type { Rule } from '@scangate/engines/sast/rule';
import { constantText } from './conditions.ts';

export const rbWeakCipher: Rule = {
  id: 'rb-weak-cipher',
  cwe: 'CWE-327',
  severity: 'medium',
  title: 'Broken or weak cipher',
  message: 'DES, RC4, Blowfish and ECB mode do not keep data secret.',
  help: 'Use aes-256-gcm, or ActiveSupport::MessageEncryptor.',
  calls: [
    {
      call: ['OpenSSL.Cipher', 'OpenSSL.Cipher.Cipher'],
      when: ({ args: [name] }) => /^(?:des|rc[24]|bf|cast5?|idea|seed)\b|-ecb$/i.test(constantText(name)),
    },
    { call: ['OpenSSL.Cipher.{DES,RC4,BF,RC2,CAST5}'] },
    {
      call: ['OpenSSL.Cipher.AES'],
      when: ({ args }) => args.some(({ constant }) => /^ecb$/i.test(String(constant))),
    },
  ],
  positives: [
    'c = OpenSSL::Cipher.new("des-ede3-cbc") # HERE\n',
    'c = OpenSSL::Cipher::AES.new(256, :ECB) # HERE\n',
  ],
  negatives: ['c = OpenSSL::Cipher.new("aes-256-gcm")\n'],
};
