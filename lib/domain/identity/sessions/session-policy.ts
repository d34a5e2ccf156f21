import type { Role } from '../roles.ts';
import { hourMs } from '@scangate/domain/instant';
import type { AccessPolicy } from '../identity-records.ts';

const defaultIdleMinutes = 60;
const defaultAbsoluteHours = 12;

/** The time that a session of an organization lasts: unused, and at all. */
export const sessionLimits = (
  policy: AccessPolicy | undefined,
): { idleSeconds: number; absoluteMs: number } => ({
  idleSeconds: (policy?.idleMinutes ?? defaultIdleMinutes) * 60,
  absoluteMs: (policy?.absoluteHours ?? defaultAbsoluteHours) * hourMs,
});

/** Why an organization does not open for a sign-in. */
export type PolicyRefusal = 'own_sign_on_required' | 'method_required';

interface PolicyFacts {
  personId: string;
  issuerOf?: string | undefined;
  amr: readonly string[];
  /** The role, where it is known already. */
  role?: Role | undefined;
}

/**
 * Whether the access policy of an organization lets a sign-in open it.
 * @returns undefined when it does.
 */
export const policyRefusal = (
  { organizationId, accessPolicy }: { organizationId: string; accessPolicy?: AccessPolicy | undefined },
  { personId, issuerOf, amr, role }: PolicyFacts,
): PolicyRefusal | undefined => {
  const { enforced, requiredAmr = [] } = accessPolicy ?? {};
  // A break-glass owner may sign in when single sign-on fails, for as long as they are an owner.
  if (enforced?.breakGlass.includes(personId) && (role ?? 'owner') === 'owner') return undefined;
  if (enforced && issuerOf !== organizationId) return 'own_sign_on_required';
  return requiredAmr.every((method) => amr.includes(method)) ? undefined : 'method_required';
};
