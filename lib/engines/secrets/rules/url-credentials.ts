import { isReference, looksLikePassword, looksRandom } from '../likely-secret.ts';
import { patternRule } from '../rule.ts';
import { isPlaceholderValue } from '../placeholder-values.ts';
import { base62, digits, fake, leak, lower } from '../rule-example.ts';

/** Matches sample hosts and local hosts; a name without a dot is a neighboring container. */
const sampleHost =
  /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal|[\w-]{1,64})$|(?:^|\.)(?:example|test|invalid|local|localhost|localdomain|internal\.example)(?:\.(?:com|org|net|io|dev))?$/i;

/** Nobody escapes a placeholder, so a short password counts when it needs escapes and is mixed. */
const looksEscaped = (secret: string): boolean => {
  if (!/%[\da-f]{2}/i.test(secret)) return false;
  const plain = secret.replace(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w\s]/].filter((kind) => kind.test(plain)).length;
  return plain.length >= 5 && kinds >= 3 && !/[<>{}\s$]/.test(plain) && !isPlaceholderValue(plain);
};

export const urlCredentials = patternRule({
  id: 'url-credentials',
  title: 'Password in a URL',
  keywords: ['://'],
  anchor: 'keyword',
  pattern:
    /:\/\/(?<user>[^\s:@/?"'`<>(){}[\]\\|,;]{0,64}):(?<secret>[^\s@/"'`<>(){}[\]\\|]{3,128})@(?<host>[\w.-]{1,128}|\[[\da-f:]{2,40}\])/,
  check: (secret, { groups }) => {
    const { user = '', host = '' } = groups;
    if (isReference(secret) || secret.startsWith('%') || secret === user) return false;
    if (sampleHost.test(host)) return looksRandom(secret);
    return looksLikePassword(secret) || looksEscaped(secret);
  },
  positives: () => [
    leak`DATABASE_URL=postgres://app:${fake(base62, 14)}@db.a1.dev:5432/app`,
    leak`git clone https://deploy:${fake(base62, 20)}@git.a1.dev/b2.git`,
    leak`redis://:${fake(base62, 32)}@localhost:6379`,
    leak`amqp://app:${`${fake(base62, 8)}#${fake(base62, 6, 2)}`}@mq.a1.dev`,
    leak`mysql://app#1:${`#${fake(base62, 14, 3)}`}@db.a1.dev/app`,
    leak`https://u:${`${fake(lower, 1)}%23${fake(lower, 1, 2)}!${fake(digits, 1)}`}@db.a1.dev`,
  ],
  negatives: () => [
    'postgres://postgres:postgres@localhost:5432/app',
    'https://user:password@example.com/',
    'https://user:${PASSWORD}@db.a1.dev/',
    'http://username:p4ssw0rd@host.a1.dev',
    'https://a1.dev/path?at=12:30@noon',
    'postgres://app:%s@db.a1.dev',
    'postgres://app:%7Bpassword1%7D@db.a1.dev',
    'https://user:a%20b@db.a1.dev',
  ],
});
