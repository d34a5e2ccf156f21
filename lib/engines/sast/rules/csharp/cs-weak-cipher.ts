import type { Rule } from '@scangate/engines/sast/rule';
import { textAt } from './conditions.ts';
import { method } from './samples.ts';

export const csWeakCipher: Rule = {
  id: 'cs-weak-cipher',
  cwe: 'CWE-327',
  severity: 'high',
  title: 'Broken cipher',
  message: 'DES, Triple DES and RC2 can be broken with little effort.',
  help: 'Use AesGcm.',
  calls: [
    {
      call: [
        '{DES,TripleDES,RC2}.Create',
        '{DESCryptoServiceProvider,TripleDESCryptoServiceProvider,RC2CryptoServiceProvider,DESCng,TripleDESCng}',
      ],
    },
    {
      call: ['SymmetricAlgorithm.Create'],
      when: (call) => /^(?:3?DES|TripleDES|RC2)$/i.test(textAt(call, 0)),
    },
  ],
  positives: [
    method('        using var des = DES.Create(); // HERE'),
    method('        var cipher = new TripleDESCryptoServiceProvider(); // HERE'),
    method('        var cipher = SymmetricAlgorithm.Create("DES"); // HERE'),
  ],
  negatives: [method('        using var aes = Aes.Create();')],
};

const ecb = /^CipherMode\.ECB$/;

export const csWeakCipherMode: Rule = {
  id: 'cs-weak-cipher-mode',
  cwe: 'CWE-327',
  severity: 'high',
  title: 'Cipher mode that reveals patterns',
  message: 'In ECB mode equal blocks stay equal, so the ciphertext reveals its structure.',
  help: 'Use AesGcm, or CBC with a random IV and a MAC.',
  words: ['CipherMode', 'EncryptEcb', 'DecryptEcb', 'TryEncryptEcb', 'TryDecryptEcb'],
  writes: [{ write: ['*.Mode'], when: ({ path }) => ecb.test(path ?? '') }],
  entries: [{ key: ['Mode'], when: ({ path }) => ecb.test(path ?? '') }],
  calls: [{ call: ['*.{EncryptEcb,DecryptEcb,TryEncryptEcb,TryDecryptEcb}'] }],
  positives: [
    method('        aes.Mode = CipherMode.ECB; // HERE', 'Aes aes'),
    method('        var aes = new AesManaged { Mode = CipherMode.ECB }; // HERE'),
    method('        var hidden = aes.EncryptEcb(text, PaddingMode.PKCS7); // HERE', 'Aes aes, byte[] text'),
  ],
  negatives: [
    method('        aes.Mode = CipherMode.CBC;', 'Aes aes'),
    method('        view.Mode = Mode.ECB;', 'View view'),
  ],
};

export const csWeakRsaPadding: Rule = {
  id: 'cs-weak-rsa-padding',
  cwe: 'CWE-780',
  severity: 'medium',
  title: 'RSA with PKCS #1 v1.5 padding',
  message: "An attacker who can learn whether a ciphertext decrypts can decrypt other people's ciphertexts.",
  help: 'Use OAEP: RSAEncryptionPadding.OaepSHA256, RSAOAEPKeyExchangeFormatter.',
  calls: [
    { call: ['RSAPKCS1KeyExchangeFormatter', 'RSAPKCS1KeyExchangeDeformatter'] },
    {
      call: ['*.{Encrypt,Decrypt,TryEncrypt,TryDecrypt}'],
      when: ({ args }) => args.some(({ path }) => path === 'RSAEncryptionPadding.Pkcs1'),
    },
  ],
  positives: [
    method('        var formatter = new RSAPKCS1KeyExchangeFormatter(key); // HERE', 'RSA key'),
    method(
      '        var hidden = rsa.Encrypt(text, RSAEncryptionPadding.Pkcs1); // HERE',
      'RSA rsa, byte[] text',
    ),
  ],
  negatives: [
    method(
      '        var hidden = rsa.Encrypt(text, RSAEncryptionPadding.OaepSHA256);',
      'RSA rsa, byte[] text',
    ),
  ],
};
