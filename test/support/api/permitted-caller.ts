import type { EndpointSpec } from '#contract/endpoint.ts';
import type { Role } from '@scangate/domain/identity/roles';
import type { Caller } from '@scangate/domain/identity/caller';
import { plans } from '@scangate/domain/plans/plans';
import { noon, type TestOrganization } from '../world.ts';

/** A token that asks for tokens has to be stored; a session has not. */
const readsAskingToken = ['issue-token', 'hand-over-token'];

/** A caller with a credential and a plan that the endpoint takes: a session of just now, or a token. */
export const permittedCaller = (
  { name, session, recent, capability }: EndpointSpec,
  from: TestOrganization,
  role: Role,
): Caller => {
  const isSession = session === true || recent === true || readsAskingToken.includes(name);
  const caller = isSession ? { ...from.as(role, 'session'), signedInAt: noon.toISOString() } : from.as(role);
  const needsMore = capability !== undefined && !plans[caller.plan].capabilities.includes(capability);
  return needsMore ? { ...caller, plan: 'Regulated' } : caller;
};
