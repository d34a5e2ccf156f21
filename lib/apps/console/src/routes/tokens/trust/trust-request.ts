import type { ArgumentsOf } from '@scangate/client';

export type TrustBody = ArgumentsOf<'create-trust-rule'>[0]['body'];
export type TrustProvider = TrustBody['provider'];
type TrustScope = NonNullable<TrustBody['scopes']>[number];

export const trustScopes: readonly TrustScope[] = ['repositories:read', 'scans:read', 'scans:write'];

/** The exact id that pins a rule of a provider: a name can be given to somebody else. */
const pins: Record<TrustProvider, string> = {
  github: 'repository_id',
  gitlab: 'project_id',
  bitbucket: 'repositoryUuid',
  circleci: 'oidc.circleci.com/project-id',
  buildkite: 'pipeline_id',
  azure: 'rpo_id',
};
export const providers = Object.keys(pins) as TrustProvider[];

/** The providers whose tokens do not tell whether a fork is built. */
const silentAboutForks: ReadonlySet<TrustProvider> = new Set(['buildkite', 'circleci', 'azure']);
export const asksForForks = (provider: TrustProvider): boolean => silentAboutForks.has(provider);

interface Claim {
  claim: string;
  value: string;
}

/** A rule as the form has it. */
export interface TrustRequest {
  name: string;
  provider: TrustProvider;
  issuer: string;
  claims: readonly Claim[];
  repositories: 'matching' | 'all';
  scopes: readonly TrustScope[];
  forkBuilds: 'off' | 'accepted';
}

export const newTrustRequest = (provider: TrustProvider): TrustRequest => ({
  name: '',
  provider,
  issuer: '',
  claims: [{ claim: pins[provider], value: '' }],
  repositories: provider === 'bitbucket' ? 'all' : 'matching',
  scopes: trustScopes,
  forkBuilds: 'off',
});

export const trustErrors = ({ name, claims, scopes }: TrustRequest) => ({
  name: name.trim() === '',
  claims: claims.some(({ claim, value }) => claim.trim() === '' || value.trim() === ''),
  scopes: scopes.length === 0,
});
export type TrustErrors = ReturnType<typeof trustErrors>;

/** A claim with a star is a pattern. */
const matchOf = (value: string): TrustBody['match'][string] =>
  value.includes('*') ? { glob: value } : value;

/** The request of a form without errors. */
export const trustBody = (request: TrustRequest): TrustBody => {
  const { name, provider, issuer, claims, repositories, scopes, forkBuilds } = request;
  return {
    name: name.trim(),
    provider,
    ...(issuer.trim() !== '' && { issuer: issuer.trim() }),
    match: Object.fromEntries(claims.map(({ claim, value }) => [claim.trim(), matchOf(value.trim())])),
    repositories,
    scopes: [...scopes],
    ...(asksForForks(provider) && { forkBuilds }),
  };
};

type TestBody = ArgumentsOf<'test-trust'>[0]['body'];

/** Reads pasted text as a token or as claims; undefined for neither. */
export const testBody = (text: string): TestBody | undefined => {
  const trimmed = text.trim();
  if (/^[\w-]+\.[\w-]+\.[\w-]*$/.test(trimmed)) return { token: trimmed };
  try {
    const value: unknown = JSON.parse(trimmed);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { claims: value as Extract<TestBody, { claims: unknown }>['claims'] }
      : undefined;
  } catch {
    return undefined;
  }
};
