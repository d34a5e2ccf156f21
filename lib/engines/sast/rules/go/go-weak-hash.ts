import type { Rule } from '@scangate/engines/sast/rule';
import { isChecksum } from '../checksum.ts';
import { program } from './samples.ts';

export const goWeakHash: Rule = {
  id: 'go-weak-hash',
  cwe: 'CWE-328',
  severity: 'medium',
  title: 'Broken hash function',
  message: 'MD4, MD5, RIPEMD-160 and SHA-1 are broken or weak: collisions can be created.',
  help: 'Use SHA-256 or better; for passwords use a password hash (argon2, scrypt, bcrypt).',
  calls: [
    {
      call: ['crypto/{md5,sha1}.{New,Sum}', 'golang.org/x/crypto/{md4,ripemd160}.New'],
      when: (call) => !isChecksum(call),
    },
    {
      call: ['crypto/hmac.New'],
      when: ({ args: [hash] }) => hash?.path?.endsWith('crypto/md5.New') === true,
    },
  ],
  positives: [
    program('crypto/md5', '\tsum := md5.Sum(data) // HERE', 'data []byte'),
    program('crypto/sha1', '\th := sha1.New() // HERE'),
  ],
  negatives: [
    program('crypto/md5', '\tetag := md5.Sum(data)', 'data []byte'),
    program('crypto/sha256', '\th := sha256.New()'),
  ],
};
