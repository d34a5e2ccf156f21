import { randomUUID } from 'node:crypto';
import { scopes } from '@scangate/domain/identity/roles';
import { rateState } from '@scangate/domain/rate-limit';
import { toAuthorizerContext } from '#runtime/authorizer-context.ts';

/** One person sends all requests, so that each organization uses one license. */
const [personId, tokenId] = [randomUUID(), randomUUID()];

/** The context that the gateway passes to a function for an owner's service token of an organization that pays itself. */
export const authorizerOf = (organizationId: string) =>
  toAuthorizerContext(
    {
      organizationId,
      billingAccountId: organizationId,
      personId,
      role: 'owner',
      plan: 'Team',
      tokenKind: 'service',
      tokenId,
      scopes,
    },
    rateState(1, new Date()),
  );
