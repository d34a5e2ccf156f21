import type { Rule } from '@scangate/engines/sast/rule';
import { constantText } from './conditions.ts';
import { script } from './samples.ts';

export const phpWeakCipher: Rule = {
  id: 'php-weak-cipher',
  cwe: 'CWE-327',
  severity: 'medium',
  title: 'Broken or weak cipher',
  message: 'DES, RC4, Blowfish and ECB mode do not keep data secret.',
  help: 'Use aes-256-gcm, or sodium_crypto_secretbox.',
  calls: [
    {
      call: ['{openssl_encrypt,openssl_decrypt,openssl_cipher_iv_length}'],
      when: ({ args, names: [name] }) =>
        /^(?:des|rc[24]|bf|cast5?|idea|seed)\b|-ecb$/i.test(
          constantText(args[name === 'openssl_cipher_iv_length' ? 0 : 1]),
        ),
    },
    {
      call: [
        '{mcrypt_encrypt,mcrypt_decrypt,mcrypt_cbc,mcrypt_ecb,mcrypt_cfb,mcrypt_ofb,mcrypt_module_open,mcrypt_create_iv,mcrypt_generic,mdecrypt_generic}',
      ],
    },
  ],
  positives: [
    script('$c = openssl_encrypt($data, "des-ede3-cbc", $key, 0, $iv); // HERE'),
    script('$c = openssl_encrypt($data, "AES-128-ECB", $key); // HERE'),
    script('$c = mcrypt_encrypt(MCRYPT_DES, $key, $data, "ecb"); // HERE'),
  ],
  negatives: [script('$c = openssl_encrypt($data, "aes-256-gcm", $key, 0, $iv, $tag);')],
};
