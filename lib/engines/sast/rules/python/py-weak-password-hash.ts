import type { Rule } from '@scangate/engines/sast/rule';

export const pyWeakPasswordHash: Rule = {
  id: 'py-weak-password-hash',
  cwe: 'CWE-916',
  severity: 'medium',
  title: 'Fast hash function for passwords',
  message: 'Such a hash is fast to compute: anyone who gets it can try billions of passwords.',
  help: 'Use a password hash: argon2, scrypt, bcrypt, or pbkdf2_hmac with at least 600,000 iterations (SHA-256).',
  calls: [
    {
      call: ['hashlib.{sha224,sha256,sha384,sha512,sha3_256,sha3_512,blake2b,blake2s}'],
      when: ({ written: [only] }) =>
        /passw(?:or)?d|passphrase|\bpwd?\b/i.test(only?.at.text.slice(0, 200) ?? ''),
    },
    {
      call: ['*.{set_password,setPassword}'],
      when: ({ args: [password] }) =>
        /(?:hashlib\.\w+|Hash\.\w+\.new|(?:MD5|SHA\d*)\.new)\(\)\.(?:hex)?digest\(\)$/.test(
          password?.path ?? '',
        ),
    },
  ],
  positives: [
    'import hashlib\ndef change(user, text):\n    digest = hashlib.sha512(text).hexdigest()\n    user.set_password(digest)  # HERE\n',
    'import hashlib\ndef store(password):\n    return hashlib.sha256(password.encode()).hexdigest()  # HERE\n',
  ],
  negatives: [
    'def change(user, text):\n    user.set_password(text)\n',
    'import hashlib\nhashlib.sha256(data)\n',
    'import hashlib\nhashlib.pbkdf2_hmac("sha256", password, salt, 600000)\n',
  ],
};
