import { crc32Base62 } from '@scangate/engines/model/base62-checksum';
import {
  base32,
  base62,
  base64,
  base64url,
  fake,
  fakeUuid,
  hex,
} from '@scangate/engines/secrets/rule-example';
import { formats, nameOf, type Format } from './formats.ts';
import type { RuleGroup, SecretCase } from './secret-case.ts';

interface Kind {
  group: RuleGroup;
  rule: string;
  name: string;
  value: (seed: number) => string;
}

const githubBody = (seed: number): string => fake(base62, 30, seed);
const json = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const kinds: readonly Kind[] = [
  {
    group: 'provider',
    rule: 'stripe-key',
    name: 'stripe secret key',
    value: (seed) => `sk_live_${fake(base62, 24, seed)}`,
  },
  {
    group: 'provider',
    rule: 'github-token',
    name: 'github token',
    value: (seed) => `ghp_${githubBody(seed)}${crc32Base62(githubBody(seed))}`,
  },
  {
    group: 'provider',
    rule: 'aws-access-key-id',
    name: 'aws access id',
    value: (seed) => `AKIA${fake(base32, 16, seed)}`,
  },
  {
    group: 'provider',
    rule: 'sendgrid-api-key',
    name: 'mailer',
    value: (seed) => `SG.${fake(base64url, 22, seed)}.${fake(base64url, 43, seed)}`,
  },
  {
    group: 'generic',
    rule: 'generic-secret',
    name: 'ledger api key',
    value: (seed) => fake(base62, 32, seed),
  },
  { group: 'generic', rule: 'generic-secret', name: 'session secret', value: (seed) => fake(hex, 64, seed) },
  {
    group: 'generic',
    rule: 'generic-password',
    name: 'db password',
    value: (seed) => `w9${fake(base62, 10, seed)}#7`,
  },
  { group: 'keys', rule: 'private-key', name: 'signing pem', value: (seed) => pem(seed) },
  {
    group: 'keys',
    rule: 'json-web-token',
    name: 'service jwt',
    value: (seed) =>
      `${json({ alg: 'HS256', typ: 'JWT' })}.${json({ iss: 'a1', n: seed })}.${fake(base64url, 43, seed)}`,
  },
  {
    group: 'urls',
    rule: 'url-credentials',
    name: 'database url',
    value: (seed) => `postgres://app:${fake(base62, 16, seed)}@db.a1.dev:5432/app`,
  },
];

const pem = (seed: number): string =>
  [
    '-----BEGIN EC PRIVATE',
    ` KEY-----\\n${fake(base64, 64, seed)}\\n${fake(base64, 64, seed + 99)}\\n-----END EC PRIVATE`,
    ' KEY-----',
  ].join('');

const lineOf = (text: string, mark: string): number => text.slice(0, text.indexOf(mark)).split('\n').length;

const leaking = (kind: Kind, { path, text }: Format, seed: number): SecretCase => {
  const template = text(nameOf(kind.name));
  return {
    name: `${kind.name} in ${path}`,
    group: kind.group,
    path,
    text: template.replaceAll('«»', () => kind.value(seed)),
    expected: [`${kind.rule} ${lineOf(template, '«»')}`],
  };
};

/** Harmless values in the place of a secret. */
const harmless: readonly (readonly [RuleGroup, string, string, (seed: number) => string])[] = [
  ['generic', 'placeholder', 'ledger api key', () => 'your-ledger-api-key-goes-here-0001'],
  ['generic', 'reference', 'session secret', () => '${SESSION_SECRET_V2_PRODUCTION1}'],
  ['generic', 'sample password', 'db password', () => 'changeme123'],
  ['generic', 'id', 'tenant id', () => fakeUuid(7)],
  ['generic', 'digest', 'image sha256', (seed) => fake(hex, 64, seed)],
  ['provider', 'token without its checksum', 'github token', (seed) => `ghp_${fake(base62, 36, seed)}`],
  [
    'urls',
    'login of a container beside',
    'database url',
    () => 'postgres://postgres:postgres@localhost:5432/app',
  ],
];

/** Combines each kind of secret with every third format, so that every pair of neighbors occurs; harmless values likewise. */
export const cases: SecretCase[] = [
  ...kinds.flatMap((kind, at) =>
    formats
      .filter((_, index) => (index + at) % 2 === 0)
      .map((format, index) => leaking(kind, format, at * 100 + index + 1)),
  ),
  ...harmless.flatMap(([group, what, name, value], at) =>
    formats
      .filter((_, index) => (index + at) % 3 === 0)
      .map(({ path, text }) => ({
        name: `${what} in ${path}`,
        group,
        path,
        text: text(nameOf(name)).replaceAll('«»', () => value(at + 1)),
        expected: [],
      })),
  ),
];
