import type { Call, Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
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

/** Tells whether a value is the digest of a fast hash function. */
const isDigest = ({ path = '' }: Value): boolean =>
  /^(?:OpenSSL\.)?Digest\.(?:MD5|SHA\d{1,3})(?:\(\))?\.(?:hexdigest|digest|base64digest)\(\)$/.test(path);

const place =
  /(?:^|[.@])(?:set_password|update_password|password|password_hash|password_digest|encrypted_password)$/;

/** Tells whether a digest is at once stored as a password, which is reported there. */
const isStored = ({ at: { parent } }: Call): boolean =>
  place.test((parent?.parent?.field('method') ?? parent?.field('left'))?.text ?? '');

export const rbWeakPasswordHash: Rule = {
  id: 'rb-weak-password-hash',
  cwe: 'CWE-916',
  severity: 'medium',
  title: 'Password stored with a fast hash',
  message: 'MD5 and SHA are designed to be fast: anyone who gets the hashes can guess most passwords.',
  help: 'Use BCrypt::Password.create or has_secure_password.',
  calls: [
    {
      call: ['Digest.{MD5,SHA1,SHA2,SHA256,SHA512}.{hexdigest,digest,base64digest}'],
      when: (call) => isOfSecret(call) && !isStored(call),
    },
    { call: ['*.{set_password,update_password}'], when: ({ args }) => args.some(isDigest) },
  ],
  writes: [{ write: ['*.{password,password_hash,password_digest,encrypted_password}'], when: isDigest }],
  positives: [
    'def password=(password)\n  self.digest = Digest::MD5.hexdigest(password) # HERE\nend\n',
    'hash = Digest::SHA256.hexdigest(salt + user.password) # HERE\n',
    'user.set_password(Digest::MD5.hexdigest(text)) # HERE\n',
    'def change(user, password)\n  user.password_hash = Digest::MD5.hexdigest(password) # HERE\nend\n',
    'def change(user, password)\n  user.set_password(Digest::MD5.hexdigest(password)) # HERE\nend\n',
    'digest = Digest::SHA1.new\ndigest.update(text)\nuser.password_digest = digest.hexdigest # HERE\n',
  ],
  negatives: [
    'hash = BCrypt::Password.create(password)\nDigest::SHA256.hexdigest(file)\n',
    'user.set_password(BCrypt::Password.create(text))\nuser.password_digest = BCrypt::Password.create(text)\n',
    'user.set_checksum(Digest::MD5.hexdigest(text))\nuser.etag = Digest::MD5.hexdigest(text)\n',
  ],
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
