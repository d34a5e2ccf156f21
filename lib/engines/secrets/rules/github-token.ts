import { crc32Base62 } from '@scangate/engines/model/base62-checksum';
import { endsWithCrc32 } from '../checksum.ts';
import { tokenRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

const made = (prefix: string, seed: number): string => {
  const body = fake(base62, 30, seed);
  return prefix + body + crc32Base62(body);
};

export const githubToken = tokenRule({
  id: 'github-token',
  title: 'GitHub token',
  keywords: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
  pattern: /gh[pousr]_[A-Za-z0-9]{36}|ghr_[A-Za-z0-9]{76}/,
  minEntropy: 0,
  // The longer refresh tokens predate the checksum.
  check: (secret) => secret.length > 40 || endsWithCrc32(secret, 'ghp_'),
  positives: () => [
    leak`GITHUB_TOKEN=${made('ghp_', 1)}`,
    leak`https://x-access-token:${made('ghs_', 2)}@github.com/a1/b2.git`,
    leak`"refresh_token": "${`ghr_${fake(hex, 76)}`}"`,
  ],
  negatives: () => [
    `GITHUB_TOKEN=ghp_${fake(base62, 36)}`,
    `GITHUB_TOKEN=ghp_${'x'.repeat(36)}`,
    `token: ${made('ghp_', 3)}0`,
  ],
});
