import type { APIGatewayProxyEvent } from 'aws-lambda';
import { Problem } from '@scangate/domain/problem';
import type { RateState } from '@scangate/domain/rate-limit';
import type { Caller } from '@scangate/domain/identity/roles';

/** What the authorizer passes on; API Gateway carries scalars only, and hands them over as text. */
export type AuthorizerContext = Record<keyof Caller | 'rateRemaining' | 'rateReset' | 'rateExceeded', string>;

export const toAuthorizerContext = (caller: Caller, rate: RateState): AuthorizerContext => ({
  ...caller,
  scopes: caller.scopes.join(' '),
  rateRemaining: String(rate.remaining),
  rateReset: String(rate.resetSeconds),
  rateExceeded: String(rate.exceeded),
});

/** Reads it back. @throws Problem unauthenticated when there is none: a handler never trusts a missing authorizer. */
export const readAuthorizerContext = (event: APIGatewayProxyEvent): { caller: Caller; rate: RateState } => {
  const context = event.requestContext.authorizer as Partial<AuthorizerContext> | null | undefined;
  if (!context?.organizationId || !context.personId) throw new Problem('unauthenticated');
  const { rateRemaining, rateReset, rateExceeded, scopes, ...caller } = context;
  return {
    caller: { ...caller, scopes: (scopes ?? '').split(' ').filter(Boolean) } as unknown as Caller,
    rate: {
      remaining: Number(rateRemaining),
      resetSeconds: Number(rateReset),
      exceeded: rateExceeded === 'true',
    },
  };
};
