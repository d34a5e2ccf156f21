import type { Role } from '@scangate/domain/identity/roles';
import type { OrganizationInput } from './control/organization-routes.ts';

/** The control plane's answer to a new organization. */
export interface NewOrganization {
  organizationId: string;
  tokens: Record<Role | 'service', string>;
}

/** Creates an organization through the control plane of a local cloud. */
export const createOrganization = async (url: string, input: OrganizationInput): Promise<NewOrganization> => {
  const response = await fetch(`${url}/_local/organizations`, {
    method: 'POST',
    body: JSON.stringify(input),
  });
  if (response.status !== 201) {
    throw new Error(`The organization was not created: ${response.status} ${await response.text()}`);
  }
  return (await response.json()) as NewOrganization;
};
