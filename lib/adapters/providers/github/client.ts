import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import * as z from 'zod';
import { ProviderFailure } from '#ports/integrations/provider.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import {
  providerClient,
  retryAfterOf,
  type ProviderClient,
  type RefusalMeaning,
  type RefusedAnswer,
} from '../provider-client.ts';

/** A token, or an App with the private key that GitHub made for it. */
export type GithubCredential =
  | { token: string }
  | { appId: string; installationId: string; privateKey: string };

export interface GithubClientOptions {
  fetch: OutboundFetch;
  /** `https://api.github.com`, or that of an enterprise server with its `/api/v3`. */
  origin: string;
  credential: GithubCredential;
  now: () => Date;
}

export interface GithubClient extends ProviderClient {
  /** The name under which the credential writes. */
  login(): Promise<string>;
  /** The token to send; that of an installation is valid for an hour. */
  token(): Promise<string>;
  /** Absent for a token of its own. */
  appId?: string;
}

/** The delay that GitHub recommends when it states none. */
const secondaryLimitSeconds = 60;

const untilReset = (headers: Headers, now: Date): number => {
  const reset = Number(headers.get('x-ratelimit-reset') ?? 0);
  return Math.max(1, Math.ceil(reset - now.getTime() / 1000));
};

/** GitHub also uses 403 for its limits: the primary one by a header, the secondary ones by a sentence. */
const limitOf = ({ status, headers, text }: RefusedAnswer, now: Date): RefusalMeaning | undefined => {
  if (status !== 403 && status !== 429) return undefined;
  const asked = retryAfterOf(headers);
  if (asked !== undefined) return { reason: 'limited', retryAfterSeconds: asked };
  if (headers.get('x-ratelimit-remaining') === '0')
    return { reason: 'limited', retryAfterSeconds: untilReset(headers, now) };
  if (status === 429 || /secondary rate limit|abuse detection/i.test(text))
    return { reason: 'limited', retryAfterSeconds: secondaryLimitSeconds };
  return undefined;
};

const commonHeaders = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };

const bearer = (token: string) => ({ ...commonHeaders, authorization: `Bearer ${token}` });

/** @throws ProviderFailure when the key is malformed. */
const appKey = (pem: string): KeyObject => {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw new ProviderFailure(
      { reason: 'refused', detail: 'the private key is none', cause: 'rejected' },
      { cause },
    );
  }
};

/** GitHub accepts a JWT of an App for at most ten minutes, and its clock may be behind. */
const appJwt = (appId: string, privateKey: string, now: Date): Promise<string> => {
  const seconds = Math.floor(now.getTime() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(appId)
    .setIssuedAt(seconds - 60)
    .setExpirationTime(seconds + 540)
    .sign(appKey(privateKey));
};

const installationToken = z.object({ token: z.string(), expires_at: z.string() });
const appOwner = z.object({ slug: z.string() });
const user = z.object({ login: z.string() });

/** A token of an installation is renewed this long before it expires. */
const renewalMs = 60_000;

/** Obtains the token of an installation; one is used for an hour. */
const installationTokens = (app: ProviderClient, installationId: string, now: () => Date) => {
  let current: z.infer<typeof installationToken> | undefined;
  return async () => {
    if (!current || Date.parse(current.expires_at) - renewalMs < now().getTime())
      current = await app.call({
        method: 'POST',
        path: `/app/installations/${encodeURIComponent(installationId)}/access_tokens`,
        answer: installationToken,
      });
    return current.token;
  };
};

/** Calls the REST API of GitHub with a token, or as an installation of an App. */
export const githubClient = ({ fetch, origin, credential, now }: GithubClientOptions): GithubClient => {
  const base = { fetch, origin, meaningOf: (answer: RefusedAnswer) => limitOf(answer, now()) };
  if ('token' in credential) {
    const client = providerClient({ ...base, headers: async () => bearer(credential.token) });
    const login = async () => (await client.call({ method: 'GET', path: '/user', answer: user })).login;
    return { ...client, login, token: async () => credential.token };
  }
  const { appId, installationId, privateKey } = credential;
  const app = providerClient({
    ...base,
    headers: async () => bearer(await appJwt(appId, privateKey, now())),
  });
  const token = installationTokens(app, installationId, now);
  const client = providerClient({ ...base, headers: async () => bearer(await token()) });
  const login = async () => {
    const { slug } = await app.call({ method: 'GET', path: '/app', answer: appOwner });
    return `${slug}[bot]`;
  };
  return { ...client, login, token, appId };
};
