import type { APIGatewayProxyEvent } from 'aws-lambda';
import { roles, scopes } from '@scangate/domain/identity/roles';
import { tokenKinds, type Caller } from '@scangate/domain/identity/caller';
import { planNames } from '@scangate/domain/plans/plan-names';
import { Problem } from '@scangate/domain/problem';
import type { CiRun } from '@scangate/domain/records';
import { limitNames, type RateState } from '@scangate/domain/rate-limit';

type Rate = 'rateRemaining' | 'rateReset' | 'rateExceeded' | 'organizationRate' | 'organizationRemaining';

/**
 * The fields that the authorizer passes to the handlers. API Gateway supports only scalars and delivers them as
 * strings.
 */
export type AuthorizerContext = {
  [F in RequiredField<Caller> | Rate]: string;
} & { [F in Exclude<keyof Caller, RequiredField<Caller>> | 'csrf']?: string };
type RequiredField<T> = { [F in keyof T]-?: undefined extends T[F] ? never : F }[keyof T];

/** The prefix of a list of repositories, so that an empty list is not mistaken for no list. */
const only = 'only';

/** @param csrf of a session, the value that `Scangate-CSRF` must have. */
export const toAuthorizerContext = (
  { scopes: granted, repositoryIds, madeByToken, closing, ci, listens, ...caller }: Caller,
  rate: RateState,
  csrf?: string,
): AuthorizerContext => ({
  ...caller,
  scopes: granted.join(' '),
  ...(repositoryIds && { repositoryIds: [only, ...repositoryIds].join(' ') }),
  ...(madeByToken && { madeByToken: 'true' }),
  ...(closing && { closing: 'true' }),
  ...(ci && { ci: JSON.stringify(ci) }),
  ...(listens && { listens: listens.join(' ') }),
  ...(csrf !== undefined && { csrf }),
  rateRemaining: String(rate.remaining),
  rateReset: String(rate.resetSeconds),
  rateExceeded: rate.exceeded ?? 'none',
  organizationRate: String(rate.organization.limit),
  organizationRemaining: String(rate.organization.remaining),
});

const required = (value: string | undefined): string => {
  if (!value) throw new Problem('unauthenticated');
  return value;
};

const oneOf = <T extends string>(known: readonly T[], value: string | undefined): T => {
  const found = known.find((each) => each === value);
  if (!found) throw new Problem('unauthenticated');
  return found;
};

const readRepositories = (listed: string): string[] => {
  const [first, ...repositoryIds] = listed.split(' ');
  if (first !== only) throw new Problem('unauthenticated');
  return repositoryIds;
};

const readCaller = (context: Partial<AuthorizerContext>): Caller => {
  const granted = (context.scopes ?? '').split(' ');
  return {
    organizationId: required(context.organizationId),
    billingAccountId: required(context.billingAccountId),
    personId: required(context.personId),
    role: oneOf(roles, context.role),
    plan: oneOf(planNames, context.plan),
    tokenKind: oneOf(tokenKinds, context.tokenKind),
    tokenId: required(context.tokenId),
    scopes: scopes.filter((scope) => granted.includes(scope)),
    ...(context.repositoryIds !== undefined && { repositoryIds: readRepositories(context.repositoryIds) }),
    ...(context.tokenHash !== undefined && { tokenHash: context.tokenHash }),
    ...(context.credentialEndsAt !== undefined && { credentialEndsAt: context.credentialEndsAt }),
    ...(context.trustId !== undefined && { trustId: context.trustId }),
    ...(context.ci !== undefined && { ci: JSON.parse(context.ci) as CiRun }),
    ...(context.signedInAt !== undefined && { signedInAt: context.signedInAt }),
    ...(context.issuerOf !== undefined && { issuerOf: context.issuerOf }),
    ...(context.madeByToken !== undefined && { madeByToken: true as const }),
    ...(context.closing !== undefined && { closing: true as const }),
    ...(context.listens !== undefined && { listens: context.listens.split(' ') }),
  };
};

/**
 * Reads the fields that the authorizer passed on.
 * @throws Problem unauthenticated when any of them is missing: a handler never accepts a missing authorizer.
 */
export const readAuthorizerContext = (
  event: APIGatewayProxyEvent,
): { caller: Caller; rate: RateState; csrf: string | undefined } => {
  const context: Partial<AuthorizerContext> = event.requestContext.authorizer ?? {};
  const exceeded = limitNames.find((name) => name === context.rateExceeded);
  return {
    caller: readCaller(context),
    rate: {
      remaining: Number(context.rateRemaining),
      resetSeconds: Number(context.rateReset),
      organization: {
        limit: Number(context.organizationRate),
        remaining: Number(context.organizationRemaining),
      },
      ...(exceeded && { exceeded }),
    },
    csrf: context.csrf,
  };
};
