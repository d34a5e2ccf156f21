import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { route, type RouteCall, type EmulatorContext, type EmulatorRoute } from '../kit/provider-emulator.ts';
import { answering } from '../kit/refusal.ts';
import { githubTime, refusal, writerOf, type GithubState } from './state.ts';

const hourMs = 3_600_000;
const longestJwtSeconds = 600;

const json = (part: string): Record<string, unknown> => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
};

const isSigned = (jwt: string, pem: string): boolean => {
  const [head = '', body = '', signature = ''] = jwt.split('.');
  return verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    createPublicKey(pem),
    Buffer.from(signature, 'base64url'),
  );
};

/** Reads which App a JWT belongs to. @throws a refusal, 401 */
const appOf = ({ appKeys }: GithubState, { headers }: RouteCall, { now }: EmulatorContext): number => {
  const jwt = /^Bearer (\S+\.\S+\.\S+)$/.exec(headers['authorization'] ?? '')?.[1] ?? '';
  const [head = '', body = ''] = jwt.split('.');
  const { iss, iat, exp } = json(body);
  const [appId, issued, expires] = [Number(iss), Number(iat), Number(exp)];
  const key = appKeys[String(iss)];
  const isTimely = expires > now() / 1000 && expires - issued <= longestJwtSeconds;
  const isGood =
    json(head)['alg'] === 'RS256' && appId > 0 && isTimely && (key === undefined || isSigned(jwt, key));
  if (!isGood) throw refusal(401, 'A JSON web token could not be decoded');
  return appId;
};

/** The routes by which a client learns its own identity. */
export const appRoutes = (state: GithubState, context: EmulatorContext): EmulatorRoute[] => [
  route({
    method: 'POST',
    path: '/app/installations/{installation}/access_tokens',
    operation: 'CreateInstallationToken',
    handle: answering((call) => {
      const appId = appOf(state, call, context);
      const token = `ghs_${randomBytes(18).toString('hex')}`;
      const expiresAt = githubTime({ ...context, now: () => context.now() + hourMs });
      state.installationTokens[token] = { appId, expiresAt };
      return {
        status: 201,
        body: { token, expires_at: expiresAt, permissions: {}, repository_selection: 'all' },
      };
    }),
  }),
  route({
    method: 'GET',
    path: '/app',
    operation: 'GetApp',
    handle: answering((call) => {
      const id = appOf(state, call, context);
      return { status: 200, body: { id, slug: 'scan-app', name: 'Scan app' } };
    }),
  }),
  route({
    method: 'GET',
    path: '/user',
    operation: 'GetUser',
    handle: answering((call) => {
      const { login, appId } = writerOf(state, call, context);
      if (appId !== null) throw refusal(403, 'Resource not accessible by integration');
      return { status: 200, body: { login, id: 1, type: 'User' } };
    }),
  }),
];
