import type { Organization } from '#test/simulation/actors/organization.ts';

/** Makes an organization with what invariants of tenants look at: its id and mark, and the id of its payer. */
export const numberedOrganization = (number: number, parent?: string): Organization =>
  ({
    organizationId: `${String(number).repeat(8)}-1111-4111-8111-111111111111`,
    taint: `taint${number}x`,
    parent,
  }) as Organization;
