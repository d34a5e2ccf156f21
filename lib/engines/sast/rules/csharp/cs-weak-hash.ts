import type { Rule } from '@scangate/engines/sast/rule';
import { isChecksum } from '../checksum.ts';
import { textAt } from './conditions.ts';
import { method } from './samples.ts';

export const csWeakHash: Rule = {
  id: 'cs-weak-hash',
  cwe: 'CWE-328',
  severity: 'medium',
  title: 'Broken hash function',
  message: 'MD5 and SHA-1 are broken: collisions can be created.',
  help: 'Use SHA-256 or better; for passwords use PasswordHasher or Rfc2898DeriveBytes.',
  calls: [
    {
      call: [
        '{MD5,SHA1}.{Create,HashData,HashDataAsync,TryHashData}',
        '{MD5CryptoServiceProvider,SHA1CryptoServiceProvider,SHA1Managed,MD5Cng,SHA1Cng,HMACMD5}',
      ],
      when: (call) => !isChecksum(call),
    },
    {
      call: ['{HashAlgorithm,CryptoConfig}.{Create,CreateFromName}'],
      when: (call) => /^(?:MD5|SHA-?1)$/i.test(textAt(call, 0)) && !isChecksum(call),
    },
  ],
  positives: [
    method('        using var md5 = MD5.Create(); // HERE'),
    method('        var hash = SHA1.HashData(Encoding.UTF8.GetBytes(password)); // HERE', 'string password'),
    method('        var hash = new SHA1Managed(); // HERE'),
    method('        var hash = HashAlgorithm.Create("MD5"); // HERE'),
  ],
  negatives: [
    method('        using var sha = SHA256.Create();'),
    'class A { string ETag(byte[] body) { return Convert.ToHexString(MD5.HashData(body)); } }\n',
  ],
};
