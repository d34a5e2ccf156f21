import type { Rule } from '@scangate/engines/sast/rule';
import { argument, constantText } from './conditions.ts';

export const pyStaticSalt: Rule = {
  id: 'py-static-salt',
  cwe: 'CWE-760',
  severity: 'medium',
  title: 'Constant salt',
  message:
    'With the same salt, equal passwords have equal hashes, and one precomputed table breaks all of them.',
  help: 'Create a salt for each password with os.urandom(16), and store it with the hash.',
  calls: [
    { call: ['hashlib.pbkdf2_hmac'], when: (call) => constantText(argument(call, 'salt', 2)) !== '' },
    { call: ['hashlib.scrypt'], when: (call) => constantText(call.named.get('salt')) !== '' },
    { call: ['bcrypt.hashpw'], when: (call) => constantText(argument(call, 'salt', 1)) !== '' },
    {
      call: ['{Crypto,Cryptodome}.Protocol.KDF.{PBKDF2,scrypt}', '*.PBKDF2HMAC', '*.Scrypt'],
      when: (call) =>
        constantText(
          call.named.get('salt') ?? (call.names[0]?.startsWith('Crypto') ? call.args[1] : undefined),
        ) !== '',
    },
  ],
  positives: [
    'import hashlib\nhashlib.pbkdf2_hmac("sha256", password, b"always this", 100000)  # HERE\n',
    'from Crypto.Protocol.KDF import PBKDF2\nkey = PBKDF2(password, b"salt", 32)  # HERE\n',
  ],
  negatives: ['import hashlib, os\nhashlib.pbkdf2_hmac("sha256", password, os.urandom(16), 100000)\n'],
};
