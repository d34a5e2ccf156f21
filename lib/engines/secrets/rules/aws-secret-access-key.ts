import { namedValueRule } from '../rule.ts';
import { base64, fake, hex, leak } from '../rule-example.ts';

/** Other clouds and stores use the last two names as well. */
const ownNames = [
  'aws_secret',
  'awssecret',
  'aws-secret',
  'secret_access_key',
  'secretaccesskey',
  'akia',
  'asia',
];
const sharedNames = ['secret_key', 'secretkey', 'secret-key'];
const talksOfAws = /aws|amazon|\bs3\b|AKIA|ASIA/i;

export const awsSecretAccessKey = namedValueRule({
  id: 'aws-secret-access-key',
  title: 'AWS secret access key',
  names: [...ownNames, ...sharedNames],
  value: /[A-Za-z0-9+/]{40}/,
  minEntropy: 4,
  check: (secret, { text, start, keywordStart }) => {
    if (secret.startsWith('wJalrXUtnFEMI')) return false;
    if (!/[a-z]/.test(secret) || !/[A-Z]/.test(secret) || !/[\d+/]/.test(secret)) return false;
    const name = text.slice(keywordStart, start).toLowerCase();
    return (
      ownNames.some((own) => name.startsWith(own)) ||
      talksOfAws.test(text.slice(Math.max(0, start - 200), start))
    );
  },
  positives: () => [
    leak`aws_secret_access_key = ${fake(base64, 40)}`,
    leak`"SecretAccessKey": "${fake(base64, 40, 2)}"`,
    leak`aws_secret = ${fake(base64, 40, 4)}`,
    leak`aws-secret: ${fake(base64, 40, 6)}`,
    leak`amazon:\n  secret_key: ${fake(base64, 40, 7)}`,
    leak`amazon:\n  secret-key: ${fake(base64, 40, 8)}`,
    leak`s3: { secretKey: '${fake(base64, 40, 3)}' }`,
  ],
  negatives: () => [
    `aws_secret_access_key = ${fake(base64, 30, 5)}EXAMPLEKEY`,
    `aws_secret_access_key = ${fake(hex, 40)}`,
    `secret_key = "${fake(base64, 38)}"`,
  ],
});
