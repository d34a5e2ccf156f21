import { tokenRule } from '../rule.ts';
import { base32, base62, fake, leak } from '../rule-example.ts';

export const awsAccessKeyId = tokenRule({
  id: 'aws-access-key-id',
  title: 'AWS access key ID',
  keywords: ['akia', 'asia', 'abia', 'acca'],
  pattern: /(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}/,
  // Amazon's documentation uses this pair, also with other endings.
  check: (secret) => !secret.includes('IOSFODNN7'),
  positives: () => [
    leak`aws_access_key_id = ${'AKIA' + fake(base32, 16)}`,
    leak`"${'ASIA' + fake(base32, 16)}": 1`,
  ],
  negatives: () => [
    `AKIA${fake(base32, 9)}EXAMPLE`,
    `AKIAIOSFODNN7${fake(base32, 7)}`,
    `AKIA${fake(base32, 12)}`,
    `${fake(base62, 8)}AKIA${fake(base32, 16)}`,
  ],
});
