import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { method } from './samples.ts';

const isSmall = (value: Value | undefined): boolean =>
  typeof value?.constant === 'number' && value.constant < 2048;

export const csWeakKeySize: Rule = {
  id: 'cs-weak-key-size',
  cwe: 'CWE-326',
  severity: 'medium',
  title: 'Short RSA or DSA key',
  message: 'RSA and DSA keys below 2048 bits can be broken.',
  help: 'Use at least 3072 bits, or elliptic curves.',
  calls: [
    {
      call: ['{RSA,DSA}.Create', '{RSACryptoServiceProvider,DSACryptoServiceProvider,RSACng}'],
      when: ({ args: [size] }) => isSmall(size),
    },
  ],
  positives: [
    method('        using var rsa = RSA.Create(1024); // HERE'),
    method('        var rsa = new RSACryptoServiceProvider(512); // HERE'),
  ],
  negatives: [
    method('        using var rsa = RSA.Create(3072);'),
    method('        using var rsa = RSA.Create();'),
  ],
};

const minIterations = 100_000;

export const csWeakPasswordHash: Rule = {
  id: 'cs-weak-password-hash',
  cwe: 'CWE-916',
  severity: 'medium',
  title: 'Password hash with too few iterations',
  message: 'With few iterations an attacker can try billions of passwords.',
  help: 'Use Rfc2898DeriveBytes with SHA-256 and 600,000 iterations, or PasswordHasher.',
  calls: [
    {
      call: ['Rfc2898DeriveBytes', 'Rfc2898DeriveBytes.Pbkdf2', 'KeyDerivation.Pbkdf2'],
      when: ({ args, named, created }) => {
        const given = named.get('iterations') ?? named.get('iterationCount') ?? args[2];
        if (created && args.length === 2 && named.size === 0) return true;
        return typeof given?.constant === 'number' && given.constant < minIterations;
      },
    },
  ],
  positives: [
    method(
      '        var bytes = new Rfc2898DeriveBytes(password, salt, 1000); // HERE',
      'string password, byte[] salt',
    ),
    method(
      '        var bytes = new Rfc2898DeriveBytes(password, salt); // HERE',
      'string password, byte[] salt',
    ),
  ],
  negatives: [
    method(
      '        var bytes = new Rfc2898DeriveBytes(password, salt, 210000, HashAlgorithmName.SHA512);',
      'string password, byte[] salt',
    ),
  ],
};
