import type { AuditorPack, Organization } from '../records.ts';

/** Whether a pack has the ledger and the invoices. */
export const hasLedger = (
  { repositoryIds }: Pick<AuditorPack, 'repositoryIds'>,
  { organizationId, billingAccountId }: Pick<Organization, 'organizationId' | 'billingAccountId'>,
): boolean => repositoryIds === undefined && billingAccountId === organizationId;

/**
 * Lists what a pack leaves out, and why.
 * @param removedUnits project units whose findings are no longer kept.
 */
export const leftOut = (
  { repositoryIds, include }: Pick<AuditorPack, 'repositoryIds' | 'include'>,
  { organizationId, billingAccountId }: Pick<Organization, 'organizationId' | 'billingAccountId'>,
  removedUnits: number,
): string[] => [
  ...(include.includes('findings')
    ? []
    : ['The findings are left out, because the request did not include them.']),
  ...(include.includes('sbom') ? [] : ['The SBOMs are left out, because the request did not include them.']),
  ...(removedUnits === 0
    ? []
    : [`The findings of scans past their retention are left out (project units: ${removedUnits}).`]),
  ...(billingAccountId === organizationId
    ? []
    : ['The ledger and the invoices are left out, because they belong to the organization that pays.']),
  ...(repositoryIds === undefined
    ? []
    : [
        'The pack is limited to repositories. It contains data of these, or of the organization as a whole.',
        'Waivers of other repositories, and releases with another repository, are left out, because they reveal what those repositories contain.',
        'Audit events that name another repository, its units, its waivers or its bundles are left out for the same reason.',
        'The ledger and the invoices are left out, because they name the scans of all repositories.',
      ]),
];
