import type { Expression } from '@scangate/engines/sast/ir';
import type { Rule } from '@scangate/engines/sast/rule';
import { isSecretName } from './conditions.ts';

const nameIn = (written: Expression | undefined): string => {
  if (written?.kind === 'name' || written?.kind === 'member') return written.name;
  if (written?.kind === 'concat') return written.parts.map(nameIn).join(' ');
  if (written?.kind === 'call') return written.args.map(({ value }) => nameIn(value)).join(' ');
  return '';
};

export const jsWeakPasswordHash: Rule = {
  id: 'js-weak-password-hash',
  cwe: 'CWE-916',
  severity: 'high',
  title: 'Fast hash function for passwords',
  message: 'Billions of passwords a second can be tried against a plain hash.',
  help: 'Use a password hash: scrypt, argon2, bcrypt, or PBKDF2 with at least 600,000 iterations (SHA-256).',
  calls: [
    {
      call: ['*.update'],
      when: ({ receiver, written }) =>
        /createHash\(\)(?:\.|$)/.test(receiver?.path ?? '') && isSecretName(nameIn(written[0])),
    },
    {
      call: ['{md5,sha1,sha256}', '{md5,sha1,sha256,js-sha256,blueimp-md5}', '{md5,crypto-js}.*'],
      when: ({ written }) => isSecretName(nameIn(written[0])),
    },
    {
      call: ['*.{setPassword,set_password}'],
      when: ({ args: [password] }) => /createHash\(\).{0,40}\.digest\(\)$/.test(password?.path ?? ''),
    },
    {
      call: ['crypto.{pbkdf2,pbkdf2Sync}'],
      when: ({ args }) => typeof args[2]?.constant === 'number' && args[2].constant < 10_000,
    },
    {
      call: ['{bcrypt,bcryptjs}.{hash,hashSync}'],
      when: ({ args }) => typeof args[1]?.constant === 'number' && args[1].constant < 10,
    },
    {
      call: ['{bcrypt,bcryptjs}.{genSalt,genSaltSync}'],
      when: ({ args }) => typeof args[0]?.constant === 'number' && args[0].constant < 10,
    },
  ],
  entries: [
    {
      // Only the variant argon2id resists both side channels and graphics cards.
      key: ['type'],
      when: ({ path = '' }) => /(?:^|\.)argon2[di]$/.test(path),
    },
  ],
  positives: [
    "const crypto = require('crypto');\nfunction change(user, text) {\n  user.setPassword(crypto.createHash('sha512').update(text).digest('hex')); // HERE\n}\n",
    "import argon2 from 'argon2';\nargon2.hash(password, { type: argon2.argon2i }); // HERE\n",
    "const crypto = require('crypto');\nconst h = (password) => crypto.createHash('sha256').update(password).digest('hex'); // HERE\n",
    "import bcrypt from 'bcrypt';\nbcrypt.hash(password, 4); // HERE\n",
    "import { pbkdf2Sync } from 'crypto';\npbkdf2Sync(password, salt, 1000, 64, 'sha512'); // HERE\n",
    "import md5 from 'md5';\nmd5.hash(password, { type: md5.md5i }); // HERE\n",
  ],
  negatives: [
    "const crypto = require('crypto');\ncrypto.createHash('sha256').update(file).digest();\n",
    "import bcrypt from 'bcrypt';\nbcrypt.hash(password, 12);\n",
  ],
};
