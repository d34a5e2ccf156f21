import { sign } from 'node:crypto';
import type Provider from 'oidc-provider';
import type { SigningKey } from '../signing-key.ts';
import type { Misbehavior } from './issuer-options.ts';

type Middleware = Parameters<Provider['use']>[0];

const decode = (segment = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(segment, 'base64url').toString()) as Record<string, unknown>;
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Rewrites an ID token and signs it again, so that only its content is wrong. */
const rewrite = (token: string, { omit = [], claims = {} }: Misbehavior, key: SigningKey): string => {
  const [header, payload] = token.split('.');
  const left = Object.entries(decode(payload)).filter(([name]) => !omit.includes(name));
  const input = `${header}.${encode({ ...Object.fromEntries(left), ...claims })}`;
  return `${input}.${sign('sha256', Buffer.from(input), key.privateKey).toString('base64url')}`;
};

const withIssuer = (location: string, issuer: string | null): string => {
  const url = new URL(location);
  if (!url.searchParams.has('iss')) return location;
  if (issuer === null) url.searchParams.delete('iss');
  else url.searchParams.set('iss', issuer);
  return url.href;
};

const holdsToken = (body: unknown): body is { id_token: string } =>
  typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string';

/** Changes responses of the issuer before they are sent. */
export const misbehave =
  (misbehavior: Misbehavior, key: SigningKey): Middleware =>
  async (context, next) => {
    await next();
    const { body } = context;
    if (holdsToken(body)) context.body = { ...body, id_token: rewrite(body.id_token, misbehavior, key) };
    const location = context.response.get('location');
    if (misbehavior.responseIssuer !== undefined && /^https?:/.test(location)) {
      context.set('location', withIssuer(location, misbehavior.responseIssuer));
    }
  };
