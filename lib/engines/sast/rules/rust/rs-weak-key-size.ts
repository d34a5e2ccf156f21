import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { program } from './samples.ts';

const below = (value: Value | undefined, least: number): boolean =>
  typeof value?.constant === 'number' && value.constant < least;

export const rsWeakKeySize: Rule = {
  id: 'rs-weak-key-size',
  cwe: 'CWE-326',
  severity: 'medium',
  title: 'Short RSA key',
  message: 'RSA keys below 2048 bits can be broken.',
  help: 'Use at least 3072 bits, or elliptic curves.',
  calls: [
    { call: ['*.RsaPrivateKey.new', 'RsaPrivateKey.new'], when: ({ args: [, bits] }) => below(bits, 2048) },
    { call: ['*.{Rsa,Dsa}.generate', '{Rsa,Dsa}.generate'], when: ({ args: [bits] }) => below(bits, 2048) },
  ],
  positives: [
    program('    let key = RsaPrivateKey::new(&mut rng, 1024); // HERE', 'use rsa::RsaPrivateKey;'),
    program('    let key = Rsa::generate(512); // HERE', 'use openssl::rsa::Rsa;'),
  ],
  negatives: [program('    let key = RsaPrivateKey::new(&mut rng, 3072);', 'use rsa::RsaPrivateKey;')],
};

export const rsWeakPasswordHash: Rule = {
  id: 'rs-weak-password-hash',
  cwe: 'CWE-916',
  severity: 'medium',
  title: 'Password hash with too low cost',
  message: 'A low cost lets an attacker try billions of passwords.',
  help: 'Use argon2 with its defaults, bcrypt with a cost of 12, or PBKDF2 with 600,000 iterations.',
  calls: [
    {
      call: ['bcrypt.{hash,hash_with_result,hash_with_salt}'],
      when: ({ args: [, cost] }) => below(cost, 10),
    },
    {
      call: ['pbkdf2.{pbkdf2_hmac,pbkdf2,pbkdf2_hmac_array}', 'pbkdf2_hmac'],
      when: ({ args: [, , rounds] }) => below(rounds, 100_000),
    },
  ],
  positives: [
    program('    let hash = bcrypt::hash(password, 4); // HERE', '', 'password: &str'),
    program('    pbkdf2_hmac::<Sha256>(password, salt, 1000, &mut key); // HERE', 'use pbkdf2::pbkdf2_hmac;'),
    'use pbkdf2_hmac_hmac;\nfn run() {\n    pbkdf2_hmac::<Sha256>(password, salt, 1000, &mut key); // HERE\n}\n',
  ],
  negatives: [
    program('    let hash = bcrypt::hash(password, bcrypt::DEFAULT_COST);', '', 'password: &str'),
    program('    pbkdf2_hmac::<Sha256>(password, salt, 600_000, &mut key);', 'use pbkdf2::pbkdf2_hmac;'),
  ],
};
