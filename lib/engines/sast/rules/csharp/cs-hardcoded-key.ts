import type { Rule } from '@scangate/engines/sast/rule';
import { isFixed } from './conditions.ts';
import { method } from './samples.ts';

export const csHardcodedKey: Rule = {
  id: 'cs-hardcoded-key',
  cwe: 'CWE-321',
  severity: 'high',
  title: 'Hard-coded key',
  message: 'Everyone who has the program has the key, and changing it takes a new version.',
  help: 'Read the key from the configuration or a key vault when the program starts.',
  calls: [
    {
      call: [
        '{SymmetricSecurityKey,HMACSHA256,HMACSHA384,HMACSHA512,HMACSHA1,HMACMD5,AesGcm,AesCcm,ChaCha20Poly1305}',
      ],
      when: ({ args: [key] }) => isFixed(key),
    },
    { call: ['*.{CreateEncryptor,CreateDecryptor}'], when: ({ args: [key] }) => isFixed(key) },
  ],
  writes: [
    {
      write: ['{Aes,AesManaged,AesCryptoServiceProvider,RijndaelManaged,SymmetricAlgorithm,aes}.Key'],
      when: isFixed,
    },
  ],
  entries: [
    {
      key: ['Key'],
      when: (value, { callee }) =>
        callee.some((name) => /^(?:Aes|Rijndael|DES|TripleDES)/.test(name)) && isFixed(value),
    },
  ],
  positives: [
    method(
      '        var key = new SymmetricSecurityKey(Encoding.UTF8.GetBytes("a secret that everyone knows")); // HERE',
    ),
    method(
      '        using var aes = Aes.Create();\n        aes.Key = new byte[] { 1, 2, 3, 4, 5, 6, 7, 8 }; // HERE',
    ),
    'class A\n{\n    const string Secret = "abcdefghijklmnop";\n    void F()\n    {\n        var mac = new HMACSHA256(Encoding.ASCII.GetBytes(Secret)); // HERE\n    }\n}\n',
  ],
  negatives: [
    method(
      '        var key = new SymmetricSecurityKey(Encoding.UTF8.GetBytes(configuration["Jwt:Key"]));',
      'IConfiguration configuration',
    ),
    method('        using var aes = Aes.Create();\n        aes.Key = key;', 'byte[] key'),
  ],
};

export const csStaticIv: Rule = {
  id: 'cs-static-iv',
  cwe: 'CWE-329',
  severity: 'medium',
  title: 'Fixed initialization vector',
  message:
    'With the same vector, equal plaintexts begin with equal blocks, and stream modes reveal the key stream.',
  help: 'Create a new vector for every message (GenerateIV, RandomNumberGenerator) and store it with the ciphertext.',
  writes: [
    { write: ['*.IV'], when: (value) => isFixed(value) || /^(?:Array|Array\(\))$/.test(value.path ?? '') },
  ],
  calls: [{ call: ['*.{CreateEncryptor}'], when: ({ args: [, iv] }) => isFixed(iv) }],
  positives: [
    method('        aes.IV = new byte[16]; // HERE', 'Aes aes'),
    method('        aes.IV = Encoding.UTF8.GetBytes("0123456789abcdef"); // HERE', 'Aes aes'),
    method(
      '        var encryptor = aes.CreateEncryptor(key, new byte[] { 1, 2, 3, 4, 5, 6, 7, 8 }); // HERE',
      'Aes aes, byte[] key',
    ),
  ],
  negatives: [
    method('        aes.GenerateIV();', 'Aes aes'),
    method('        aes.IV = iv;', 'Aes aes, byte[] iv'),
  ],
};

export const csHardcodedPassword: Rule = {
  id: 'cs-hardcoded-password',
  cwe: 'CWE-798',
  severity: 'high',
  title: 'Hard-coded password',
  message: 'Everyone who has the program has the password, and changing it takes a new version.',
  help: 'Read the password from the configuration or a key vault.',
  calls: [
    {
      call: ['NetworkCredential'],
      when: ({ args: [, password] }) => typeof password?.constant === 'string' && password.constant !== '',
    },
  ],
  positives: [
    method(
      '        client.Credentials = new NetworkCredential("mailer", "Summer2024"); // HERE',
      'SmtpClient client',
    ),
  ],
  negatives: [
    method(
      '        client.Credentials = new NetworkCredential("mailer", password);',
      'SmtpClient client, string password',
    ),
    method('        client.Credentials = new NetworkCredential("anonymous", "");', 'SmtpClient client'),
  ],
};
