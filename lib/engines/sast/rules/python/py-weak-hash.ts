import type { Rule } from '@scangate/engines/sast/rule';
import { isChecksum } from '../checksum.ts';
import { argument, constantText } from './conditions.ts';

export const pyWeakHash: Rule = {
  id: 'py-weak-hash',
  cwe: 'CWE-328',
  severity: 'medium',
  title: 'Broken hash function',
  message: 'MD5 and SHA-1 are broken: collisions can be created.',
  help: 'Use SHA-256 or better; for passwords use a password hash (argon2, scrypt, bcrypt). If security does not depend on it, pass usedforsecurity=False.',
  calls: [
    {
      call: ['hashlib.{md4,md5,sha1,sha}', '{md5,sha}.new'],
      when: (call) => call.named.get('usedforsecurity')?.constant !== false && !isChecksum(call),
    },
    {
      call: ['hashlib.new'],
      when: (call) =>
        /^(?:md4|md5|sha|sha-?1|ripemd160)$/i.test(constantText(argument(call, 'name', 0))) &&
        call.named.get('usedforsecurity')?.constant !== false &&
        !isChecksum(call),
    },
    { call: ['{Crypto,Cryptodome}.Hash.{MD2,MD4,MD5,SHA,SHA1}.new', '{MD2,MD4,MD5,SHA1}.new'] },
    { call: ['*.hashes.{MD5,SHA1}'] },
    {
      call: [
        'passlib.hash.{md5_crypt,des_crypt,sha1_crypt,ldap_md5,ldap_sha1,nthash,lmhash}.{hash,encrypt,using}',
      ],
    },
  ],
  positives: [
    'import hashlib\nhashlib.md5(data).hexdigest()  # HERE\n',
    'from hashlib import sha1\nsha1(x)  # HERE\n',
    'import hashlib\nname = "md5"\nhashlib.new(name, x)  # HERE\n',
    'from Crypto.Hash import MD5\nMD5.new(data)  # HERE\n',
    'from cryptography.hazmat.primitives import hashes\nh = hashes.Hash(hashes.SHA1())  # HERE\n',
  ],
  negatives: [
    'import hashlib\ndef cache_key(url):\n    return hashlib.sha1(url.encode()).hexdigest()\n',
    'import hashlib\nhashlib.sha256(data)\n',
    'import hashlib\nhashlib.md5(data, usedforsecurity=False)\n',
    'import hashlib\nhashlib.new("sha256", data)\n',
    'from Crypto.Hash import SHA256\nSHA256.new(data)\n',
  ],
};
