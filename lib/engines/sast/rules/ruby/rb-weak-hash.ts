import type { Call, Rule } from '@scangate/engines/sast/rule';
import { isChecksum } from '../checksum.ts';
import { constantText } from './conditions.ts';

const secret = /passw|pwd|\bpin\b/i;

const isOfSecret = (call: Call): boolean =>
  secret.test(call.written.map(({ at }) => at.text.slice(0, 200)).join(' '));

const weak: NonNullable<Rule['calls']> = [
  {
    call: [
      '{Digest,OpenSSL.Digest}.{MD5,SHA1,MD4,RMD160}.{hexdigest,digest,base64digest}',
      '{Digest,OpenSSL.Digest}.{MD5,SHA1}',
    ],
  },
  {
    call: ['OpenSSL.Digest', 'OpenSSL.Digest.digest'],
    when: ({ args: [name] }) => /^(?:md[45]|sha-?1)$/i.test(constantText(name)),
  },
];

export const rbWeakPasswordHash: Rule = {
  id: 'rb-weak-password-hash',
  cwe: 'CWE-916',
  severity: 'medium',
  title: 'Password stored with a fast hash',
  message: 'MD5 and SHA are designed to be fast: anyone who gets the hashes can guess most passwords.',
  help: 'Use BCrypt::Password.create or has_secure_password.',
  calls: [
    { call: ['Digest.{MD5,SHA1,SHA2,SHA256,SHA512}.{hexdigest,digest,base64digest}'], when: isOfSecret },
  ],
  positives: [
    'def password=(password)\n  self.digest = Digest::MD5.hexdigest(password) # HERE\nend\n',
    'hash = Digest::SHA256.hexdigest(salt + user.password) # HERE\n',
  ],
  negatives: ['hash = BCrypt::Password.create(password)\nDigest::SHA256.hexdigest(file)\n'],
};

export const rbWeakHash: Rule = {
  id: 'rb-weak-hash',
  cwe: 'CWE-328',
  severity: 'low',
  confidence: 'low',
  title: 'Broken hash function',
  message: 'MD5 and SHA-1 are broken: collisions can be created.',
  help: 'Use SHA-256 or better if collisions matter for security.',
  supersededBy: ['rb-weak-password-hash'],
  calls: weak.map(({ call, when }) => ({
    call,
    when: (found) => !isChecksum(found) && (when?.(found) ?? true),
  })),
  positives: [
    'signature = Digest::MD5.hexdigest(data + key) # HERE\n',
    'digest = OpenSSL::Digest.new("sha1") # HERE\n',
  ],
  negatives: [
    'digest = Digest::SHA256.hexdigest(data)\n',
    'def cache_key(url)\n  Digest::MD5.hexdigest(url)\nend\n',
  ],
};
