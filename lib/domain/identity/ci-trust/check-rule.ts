import { Problem } from '@scangate/domain/problem';
import { invalidField } from '@scangate/domain/invalid-field';
import type { ClaimMatch, CiProvider, TrustRule } from '../identity-records.ts';
import { scopes as allScopes, serviceScopes, type Scope } from '../roles.ts';
import type { Caller } from '../caller.ts';
import { isLoopbackIssuer, type AllowedIssuers } from './allowed-issuers.ts';
import { ciProviderSpecs } from './ci-providers/index.ts';
import type { CiProviderSpec } from './ci-providers/provider.ts';

/** The fields of a rule in a request, apart from its person. */
export interface TrustRuleRequest {
  name: string;
  provider: CiProvider;
  issuer?: string | undefined;
  audience?: string | undefined;
  match: Record<string, ClaimMatch>;
  repositories: TrustRule['repositories'];
  scopes?: readonly Scope[] | undefined;
  forkBuilds?: TrustRule['forkBuilds'] | undefined;
}

/** The scopes that a pipeline can have: what it needs for scanning, and no more. */
export const pipelineScopes: readonly Scope[] = serviceScopes;

/** Claims that are checked for every JWT, and differ in each. */
const reservedClaims = ['iss', 'aud', 'exp', 'nbf', 'iat', 'jti'];

const refuse = (pointer: string, detail: string): never => {
  throw invalidField(pointer, detail);
};

/** The audience that a job requests, unless its provider uses the same one for everybody. */
const audienceOf = (spec: CiProviderSpec, request: TrustRuleRequest, organizationId: string): string => {
  const { fixedAudience, title } = spec;
  const { audience = fixedAudience ?? `scangate:${organizationId}` } = request;
  if (fixedAudience !== undefined && audience !== fixedAudience)
    return refuse('/audience', `The JWTs of ${title} are all for ${fixedAudience}.`);
  return audience;
};

/** Returns whether a URL is in the form in which it is compared: a rule with another form would match nothing. */
const isCanonical = (issuer: string): boolean => {
  if (!URL.canParse(issuer)) return false;
  const { href, search, hash, username, password } = new URL(issuer);
  const isWritten = href === issuer || href === `${issuer}/`;
  return isWritten && !search && !hash && !username && !password && !/[?#@]/.test(issuer);
};

const issuerOf = (spec: CiProviderSpec, request: TrustRuleRequest, allowed: AllowedIssuers): string => {
  const { issuer = spec.defaultIssuer } = request;
  if (issuer === undefined) return refuse('/issuer', `${spec.title} has an issuer for each customer.`);
  const isLocal = isLoopbackIssuer(issuer);
  if (!isCanonical(issuer) || !(issuer.startsWith('https://') || (isLocal && issuer.startsWith('http://'))))
    return refuse('/issuer', 'An issuer is an https URL as in its JWTs, without query and fragment.');
  if (isLocal)
    return allowed.has('loopback')
      ? issuer
      : refuse('/issuer', 'This machine is not accepted as an issuer here.');
  if (!spec.ownServers && !spec.issuer.test(issuer))
    return refuse('/issuer', `${spec.title} has no such issuer.`);
  return issuer;
};

const isPinned = ({ pins }: CiProviderSpec, match: TrustRuleRequest['match']): boolean =>
  pins.some(({ claims, form }) =>
    claims.every((claim) => {
      const expected = Object.hasOwn(match, claim) ? match[claim] : undefined;
      return typeof expected === 'string' && form.test(expected);
    }),
  );

/** @throws Problem trust_too_wide unless an exact id says whose jobs are trusted. */
const checkMatch = (spec: CiProviderSpec, { match }: TrustRuleRequest): void => {
  const reserved = Object.keys(match).find((claim) => reservedClaims.includes(claim));
  if (reserved !== undefined) refuse(`/match/${reserved}`, 'This claim is always checked.');
  if (isPinned(spec, match)) return;
  const choices = spec.pins.map(({ claims }) => claims.join(' and ')).join(', or ');
  throw new Problem('trust_too_wide', {
    detail: `A rule for ${spec.title} names ${choices} exactly: names can be reassigned, and a glob trusts strangers.`,
    errors: [{ pointer: '/match', code: 'trust_too_wide', detail: `Name ${choices} by its exact value.` }],
  });
};

const checkRepositories = (spec: CiProviderSpec, { repositories }: TrustRuleRequest): void => {
  if (repositories === 'matching' && !spec.repositoryUrl)
    refuse('/repositories', `The JWTs of ${spec.title} name no repository: list the ids, or send "all".`);
};

const checkForkBuilds = (spec: CiProviderSpec, { forkBuilds }: TrustRuleRequest): void => {
  if (spec.needsForkBuilds && forkBuilds === undefined)
    refuse(
      '/forkBuilds',
      `The JWTs of ${spec.title} do not identify forks: state whether their builds are off.`,
    );
  if (!spec.needsForkBuilds && forkBuilds !== undefined)
    refuse('/forkBuilds', `${spec.title} needs no answer here: claims identify forks, or forks get no JWT.`);
};

/** @throws Problem insufficient_scope: a rule has no scope that its creator lacks. */
const scopesOf = ({ scopes = pipelineScopes }: TrustRuleRequest, caller: Pick<Caller, 'scopes'>): Scope[] => {
  const foreign = scopes.find((scope) => !pipelineScopes.includes(scope));
  if (foreign !== undefined) refuse('/scopes', `A pipeline can have at most ${pipelineScopes.join(', ')}.`);
  const missing = scopes.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length > 0)
    throw new Problem('insufficient_scope', {
      detail: `A rule cannot have scopes that its creator lacks: ${missing.join(', ')}.`,
      missing,
    });
  return allScopes.filter((scope) => scopes.includes(scope));
};

type CheckedRule = Pick<
  TrustRule,
  'name' | 'provider' | 'issuer' | 'audience' | 'match' | 'repositories' | 'scopes' | 'forkBuilds'
>;

/**
 * Checks the conditions of a rule, and fills in defaults.
 * @throws Problem validation_failed, trust_too_wide or insufficient_scope.
 */
export const checkRule = (
  request: TrustRuleRequest,
  caller: Pick<Caller, 'organizationId' | 'scopes'>,
  allowed: AllowedIssuers,
): CheckedRule => {
  const { name, provider, match, repositories, forkBuilds } = request;
  const spec = ciProviderSpecs[provider];
  const issuer = issuerOf(spec, request, allowed);
  const audience = audienceOf(spec, request, caller.organizationId);
  checkMatch(spec, request);
  checkRepositories(spec, request);
  checkForkBuilds(spec, request);
  return {
    name,
    provider,
    issuer,
    audience,
    match,
    repositories: Array.isArray(repositories) ? [...new Set(repositories)] : repositories,
    scopes: scopesOf(request, caller),
    ...(forkBuilds !== undefined && { forkBuilds }),
  };
};
