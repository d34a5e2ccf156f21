import { entropyOf, looksLikePlaceholder } from '../text-randomness.ts';
import { patternRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

const maxLength = 8192;
const inToken = /[\w.-]/;

const objectIn = (part: string | undefined): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};

/**
 * The search continues after a token, which keeps long chains of parts linear. Text that only begins like a token is
 * ignored.
 */
const wholeToken = (
  { text }: { text: string },
  start: number,
): { start: number; end: number } | undefined => {
  if (text.charAt(start - 1) === '.') return undefined;
  let end = start;
  while (end < text.length && end - start < maxLength && inToken.test(text.charAt(end))) end += 1;
  const [header, claims] = text.slice(start, end).split('.');
  return objectIn(header) && objectIn(claims) ? { start, end } : undefined;
};

/** Claims of the tokens in tutorials, and of public ones. */
const isPublic = (claims: Record<string, unknown>): boolean =>
  claims['sub'] === '1234567890' || claims['name'] === 'John Doe' || claims['role'] === 'anon';

const isSigned = (jwt: string): boolean => {
  const [header, payload, signature = '', ...more] = jwt.split('.');
  const head = objectIn(header);
  const claims = objectIn(payload);
  if (more.length > 0 || head === undefined || claims === undefined) return false;
  if (typeof head['alg'] !== 'string' || head['alg'].toLowerCase() === 'none' || isPublic(claims))
    return false;
  return signature.length >= 20 && entropyOf(signature) > 3 && !looksLikePlaceholder(signature);
};

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const made = (claims: object, alg = 'HS256'): string =>
  `${encode({ alg, typ: 'JWT' })}.${encode(claims)}.${fake(base64url, 43)}`;

export const jsonWebToken = patternRule({
  id: 'json-web-token',
  title: 'JSON Web Token',
  keywords: ['eyj'],
  anchor: 'keyword',
  boundary: 'word',
  authoritative: true,
  pattern: /eyJ[\w-]{8,200}/,
  refine: wholeToken,
  check: isSigned,
  positives: () => [
    leak`Authorization: Bearer ${made({ sub: 'a1', scope: 'write' })}`,
    leak`const session = '${made({ iss: 'https://issuer.a1.dev', exp: 2_000_000_000 }, 'RS256')}';`,
  ],
  negatives: () => [
    made({ sub: '1234567890', name: 'John Doe', iat: 1516239022 }),
    made({ role: 'anon', iss: 'supabase' }),
    made({ sub: 'a1' }, 'none'),
    `${encode({ alg: 'HS256' })}.${encode({ sub: 'a1' })}`,
    `sourceMappingURL=data:application/json;base64,${encode({ version: 3 })}`,
  ],
});
