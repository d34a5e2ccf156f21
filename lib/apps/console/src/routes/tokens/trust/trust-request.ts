import type { ArgumentsOf, ItemOf } from '@scangate/client';
import type { ChosenRepository } from '@scangate/console/routes/pickers/repository-picker.tsx';

export type TrustBody = ArgumentsOf<'create-trust-rule'>[0]['body'];
export type TrustRule = ItemOf<'list-trust-rules'>;
type ChangeBody = ArgumentsOf<'change-trust-rule'>[0]['body'];
export type TrustProvider = TrustBody['provider'];
type TrustScope = NonNullable<TrustBody['scopes']>[number];

export const trustScopes: readonly TrustScope[] = ['repositories:read', 'scans:read', 'scans:write'];

/** The exact id that pins a rule of a provider: a name can be given to another owner. */
const pins: Record<TrustProvider, string> = {
  github: 'repository_id',
  gitlab: 'project_id',
  bitbucket: 'repositoryUuid',
  circleci: 'oidc.circleci.com/project-id',
  buildkite: 'pipeline_id',
  azure: 'rpo_id',
};
export const providers = Object.keys(pins) as TrustProvider[];

/** The providers whose tokens do not show whether a fork is built. */
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
  /** Empty where it is the usual one. */
  audience: string;
  repositories: 'matching' | 'all' | 'listed';
  listed: readonly ChosenRepository[];
  scopes: readonly TrustScope[];
  forkBuilds: 'off' | 'accepted';
}

export const newTrustRequest = (provider: TrustProvider): TrustRequest => ({
  name: '',
  provider,
  issuer: '',
  claims: [{ claim: pins[provider], value: '' }],
  audience: '',
  repositories: provider === 'bitbucket' ? 'all' : 'matching',
  listed: [],
  scopes: trustScopes,
  forkBuilds: 'off',
});

/** The form of a stored rule, with the names of the repositories that it lists. */
export const trustRequestOf = (rule: TrustRule, listed: readonly ChosenRepository[]): TrustRequest => {
  const { name, provider, issuer, audience, match, repositories, scopes, forkBuilds = 'off' } = rule;
  return {
    name,
    provider,
    issuer,
    audience,
    claims: Object.entries(match).map(([claim, expected]) => ({
      claim,
      value: typeof expected === 'string' ? expected : expected.glob,
    })),
    repositories: Array.isArray(repositories) ? 'listed' : repositories,
    listed,
    scopes: trustScopes.filter((scope) => scopes.includes(scope)),
    forkBuilds,
  };
};

export const trustErrors = ({ name, claims, scopes, repositories, listed }: TrustRequest) => ({
  name: name.trim() === '',
  claims: claims.some(({ claim, value }) => claim.trim() === '' || value.trim() === ''),
  scopes: scopes.length === 0,
  listed: repositories === 'listed' && listed.length === 0,
});
export type TrustErrors = ReturnType<typeof trustErrors>;

/** A claim with a star is a pattern. */
const matchOf = (value: string): TrustBody['match'][string] =>
  value.includes('*') ? { glob: value } : value;

const repositoriesOf = ({ repositories, listed }: TrustRequest): TrustBody['repositories'] =>
  repositories === 'listed' ? listed.map(({ repositoryId }) => repositoryId) : repositories;

/** The request of a form without errors. */
export const trustBody = (request: TrustRequest): TrustBody => {
  const { name, provider, issuer, audience, claims, scopes, forkBuilds } = request;
  return {
    name: name.trim(),
    provider,
    ...(issuer.trim() !== '' && { issuer: issuer.trim() }),
    ...(audience.trim() !== '' && { audience: audience.trim() }),
    match: Object.fromEntries(claims.map(({ claim, value }) => [claim.trim(), matchOf(value.trim())])),
    repositories: repositoriesOf(request),
    scopes: [...scopes],
    ...(asksForForks(provider) && { forkBuilds }),
  };
};

/**
 * The change of a form without errors: what differs, and the person who becomes responsible for it. What the rule of
 * somebody else trusts is changed by nobody else.
 */
export const trustChange = (
  before: TrustRequest,
  after: TrustRequest,
  responsible: string | undefined,
): ChangeBody => {
  const { provider: _provider, issuer: _issuer, ...change } = trustBody(after);
  const old = new Map(Object.entries(trustBody(before)));
  const changed = Object.entries(change).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(old.get(field)),
  );
  const isTrustChanged = changed.some(([field]) => field !== 'name');
  return {
    ...Object.fromEntries(changed),
    ...(isTrustChanged && responsible !== undefined && { personId: responsible }),
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
