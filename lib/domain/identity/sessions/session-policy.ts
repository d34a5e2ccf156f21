import type { Role } from '../roles.ts';
import { hourMs } from '@scangate/domain/instant';
import type { AccessPolicy } from '../identity-records.ts';

const defaultIdleMinutes = 60;
const defaultAbsoluteHours = 12;

/** The lifetimes of a session of an organization: without use, and in total. */
export const sessionLimits = (
  policy: AccessPolicy | undefined,
): { idleSeconds: number; absoluteMs: number } => ({
  idleSeconds: (policy?.idleMinutes ?? defaultIdleMinutes) * 60,
  absoluteMs: (policy?.absoluteHours ?? defaultAbsoluteHours) * hourMs,
});

/** The reason why an organization does not accept a sign-in. */
export type PolicyRefusal = 'own_sign_on_required' | 'method_required';

interface PolicyFacts {
  personId: string;
  issuerOf?: string | undefined;
  amr: readonly string[];
  /** The role, where it is known already. */
  role?: Role | undefined;
}

/** Returns why the access policy of an organization refuses a sign-in; undefined when it accepts it. */
export const policyRefusal = (
  { organizationId, accessPolicy }: { organizationId: string; accessPolicy?: AccessPolicy | undefined },
  { personId, issuerOf, amr, role }: PolicyFacts,
): PolicyRefusal | undefined => {
  const { enforced, requiredAmr = [] } = accessPolicy ?? {};
  // A break-glass owner may sign in when single sign-on fails, as long as they are an owner.
  if (enforced?.breakGlass.includes(personId) && (role ?? 'owner') === 'owner') return undefined;
  if (enforced && issuerOf !== organizationId) return 'own_sign_on_required';
  return requiredAmr.every((method) => amr.includes(method)) ? undefined : 'method_required';
};
