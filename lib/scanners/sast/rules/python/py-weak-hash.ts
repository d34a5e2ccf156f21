import type { Rule } from '../../rule.ts';

export const pyWeakHash: Rule = {
  id: 'py-weak-hash',
  cwe: 'CWE-328',
  severity: 'medium',
  title: 'Broken hash function',
  message: 'MD5 and SHA-1 are broken: two texts with the same hash can be made.',
  help: 'Use SHA-256 or better; for passwords use a function made for them (argon2, scrypt, bcrypt).',
  calls: [
    {
      call: ['hashlib.{md5,sha1}'],
      when: ({ named }) => named.get('usedforsecurity')?.constant !== false,
    },
    {
      call: ['hashlib.new'],
      when: ({ args }) => /^(?:md4|md5|sha1)$/i.test(String(args[0]?.constant ?? '')),
    },
  ],
  positives: [
    'import hashlib\nhashlib.md5(data).hexdigest()  # HERE\n',
    'from hashlib import sha1\nsha1(x)  # HERE\n',
    'import hashlib\nname = "md5"\nhashlib.new(name, x)  # HERE\n',
  ],
  negatives: [
    'import hashlib\nhashlib.sha256(data)\n',
    'import hashlib\nhashlib.md5(data, usedforsecurity=False)\n',
  ],
};
