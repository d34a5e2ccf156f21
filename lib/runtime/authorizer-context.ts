import type { APIGatewayProxyEvent } from 'aws-lambda';
import { roles, scopes, tokenKinds, type Caller } from '@scangate/domain/identity/roles';
import { planNames } from '@scangate/domain/plans/plan-names';
import { Problem } from '@scangate/domain/problem';
import type { RateState } from '@scangate/domain/rate-limit';

/** The fields that the authorizer passes on to the handlers. API Gateway carries scalars only and delivers them as text. */
export type AuthorizerContext = Record<keyof Caller | 'rateRemaining' | 'rateReset' | 'rateExceeded', string>;

export const toAuthorizerContext = (caller: Caller, rate: RateState): AuthorizerContext => ({
  ...caller,
  scopes: caller.scopes.join(' '),
  rateRemaining: String(rate.remaining),
  rateReset: String(rate.resetSeconds),
  rateExceeded: String(rate.exceeded),
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
  };
};

/**
 * Reads the fields that the authorizer passed on.
 * @throws Problem unauthenticated when anything of it is missing: a handler never trusts a missing authorizer.
 */
export const readAuthorizerContext = (event: APIGatewayProxyEvent): { caller: Caller; rate: RateState } => {
  const context: Partial<AuthorizerContext> = event.requestContext.authorizer ?? {};
  return {
    caller: readCaller(context),
    rate: {
      remaining: Number(context.rateRemaining),
      resetSeconds: Number(context.rateReset),
      exceeded: context.rateExceeded === 'true',
    },
  };
};
