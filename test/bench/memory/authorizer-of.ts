import { randomUUID } from 'node:crypto';
import { scopes } from '@scangate/domain/identity/roles';
import { rateState } from '@scangate/domain/rate-limit';
import { toAuthorizerContext } from '#runtime/authorizer-context.ts';

/** The context that the gateway passes to a function for an owner's service token of an organization that pays itself. */
export const authorizerOf = (organizationId: string) =>
  toAuthorizerContext(
    {
      organizationId,
      billingAccountId: organizationId,
      personId: randomUUID(),
      role: 'owner',
      plan: 'Team',
      tokenKind: 'service',
      tokenId: randomUUID(),
      scopes,
    },
    rateState(1, new Date()),
  );
