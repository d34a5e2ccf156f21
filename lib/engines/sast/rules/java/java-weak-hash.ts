import type { Rule } from '@scangate/engines/sast/rule';
import { isChecksum } from '../checksum.ts';
import { textAt } from './conditions.ts';
import { method } from './samples.ts';

export const javaWeakHash: Rule = {
  id: 'java-weak-hash',
  cwe: 'CWE-328',
  severity: 'medium',
  title: 'Broken hash function',
  message: 'MD5 and SHA-1 are broken: collisions can be created.',
  help: 'Use SHA-256 or better; for passwords use a password hash (argon2, scrypt, bcrypt).',
  calls: [
    {
      call: ['MessageDigest.getInstance'],
      when: (call) => /^(?:md[245]|sha-?1|sha)$/i.test(textAt(call, 0)) && !isChecksum(call),
    },
    {
      call: [
        'DigestUtils.{md2,md2Hex,md5,md5Hex,md5Digest,md5DigestAsHex,sha,sha1,sha1Hex,shaHex,getMd5Digest,getSha1Digest}',
        'Hashing.{md5,sha1}',
        'Md5Crypt.{md5Crypt,apr1Crypt}',
      ],
    },
    {
      call: [
        '{MD5Digest,SHA1Digest,MD4Digest,Md5PasswordEncoder,ShaPasswordEncoder,MessageDigestPasswordEncoder}',
      ],
    },
  ],
  positives: [
    'class A { void f() throws Exception { java.security.MessageDigest.getInstance("MD5"); } } // HERE\n',
    'class A { static final String NAME = "SHA-1";\n  void f() throws Exception { MessageDigest.getInstance(NAME); } // HERE\n}\n',
    method('    String hash = DigestUtils.md5Hex(password); // HERE', 'String password'),
  ],
  negatives: [
    'class A { String etag(byte[] body) throws Exception { return hex(MessageDigest.getInstance("MD5").digest(body)); } }\n',
    'class A { void f() throws Exception { MessageDigest.getInstance("SHA-256"); } }\n',
    method(
      '    DigestUtils.sha256Hex(text);\n    MessageDigest.getInstance(algorithm);',
      'String text, String algorithm',
    ),
  ],
};
