import type { Role } from '@scangate/domain/identity/roles';
import type { OrganizationInput } from './control/control-plane.ts';

/** What the control plane answers to who makes an organization. */
export interface NewOrganization {
  organizationId: string;
  tokens: Record<Role | 'service', string>;
}

/** Makes an organization through the control plane of a local cloud. */
export const createOrganization = async (url: string, order: OrganizationInput): Promise<NewOrganization> => {
  const response = await fetch(`${url}/_local/organizations`, {
    method: 'POST',
    body: JSON.stringify(order),
  });
  if (response.status !== 201) {
    throw new Error(`No organization was made: ${response.status} ${await response.text()}`);
  }
  return (await response.json()) as NewOrganization;
};
