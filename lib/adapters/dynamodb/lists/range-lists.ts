import { ledgerPartitions } from '#ports/tables.ts';
import type { RecordName } from '@scangate/domain/record-changes';
import { partitionUnder } from '../organization-partitions.ts';
import { componentPartition } from '../record-layouts.ts';

/** The lists that are a range of sort keys: of an organization or an account in Core, of a pool in Ledger. */
export const rangeLists = {
  members: { record: 'member', prefix: 'MEMBER#', newestFirst: false },
  repositories: { record: 'repository', prefix: 'REPO#', newestFirst: false },
  repositoryNames: { record: 'repositoryName', prefix: 'NAME#', newestFirst: false },
  scans: { record: 'scan', prefix: 'SCAN#', newestFirst: true },
  scanListings: { record: 'scanListing', prefix: 'LISTED#', newestFirst: true },
  waivers: { record: 'waiver', prefix: 'WAIVER#', newestFirst: true },
  waiverSlots: { record: 'waiverSlot', prefix: 'WAIVERSLOT#', newestFirst: false },
  unitFindings: { record: 'trackedFinding', prefix: 'TRACKED#', newestFirst: false },
  findingLocations: { record: 'findingLocation', prefix: 'FINDINGAT#', newestFirst: false },
  repositoryGates: { record: 'repositoryGate', prefix: 'GATE#', newestFirst: false },
  trends: { record: 'trend', prefix: 'TREND#', newestFirst: false },
  repositoryTrends: { record: 'repositoryTrend', prefix: 'TRENDOF#', newestFirst: false },
  waiters: { record: 'waiter', prefix: 'WAITER#', newestFirst: false },
  indexedUnits: { record: 'indexedUnit', prefix: 'INDEXED#', newestFirst: false },
  componentUses: { record: 'indexedComponent', prefix: '', newestFirst: false },
  componentUnits: { record: 'indexedComponent', prefix: '', newestFirst: false },
  auditEvents: { record: 'auditEvent', prefix: 'AUDIT#', newestFirst: true },
  invoices: { record: 'invoice', prefix: 'INVOICE#', newestFirst: true },
  licenses: { record: 'license', prefix: 'LICENSE#', newestFirst: false },
  ledger: { record: 'ledgerEntry', prefix: '', newestFirst: false },
  seals: { record: 'ledgerSeal', prefix: '', newestFirst: false },
  personOrganizations: { record: 'personOrganization', prefix: 'ORG#', newestFirst: false },
  invitations: { record: 'invitation', prefix: 'INVITE#', newestFirst: false },
  trustRules: { record: 'trustRule', prefix: 'TRUST#', newestFirst: false },
  organizationDomains: { record: 'organizationDomain', prefix: 'DOMAIN#', newestFirst: false },
  directoryGroups: { record: 'directoryGroup', prefix: 'GROUP#', newestFirst: false },
  organizationExports: { record: 'organizationExport', prefix: 'EXPORT#', newestFirst: true },
  storedEvents: { record: 'storedEvent', prefix: 'EVENT#', newestFirst: false },
  subscribers: { record: 'subscriber', prefix: 'SUBSCRIBER#', newestFirst: false },
  deliveries: { record: 'delivery', prefix: 'DELIVERY#', newestFirst: true },
  tickets: { record: 'ticket', prefix: 'TICKET#', newestFirst: false },
  attestations: { record: 'attestation', prefix: 'ATTESTATION#', newestFirst: false },
  auditorPacks: { record: 'auditorPack', prefix: 'PACK#', newestFirst: true },
  historyScans: { record: 'historyScan', prefix: 'HISTORY#', newestFirst: true },
  packLinks: { record: 'packLink', prefix: 'PACKLINK#', newestFirst: true },
  bundles: { record: 'bundle', prefix: 'BUNDLE#', newestFirst: false },
  releases: { record: 'release', prefix: 'RELEASE#', newestFirst: false },
} as const satisfies Record<string, { record: RecordName; prefix: string; newestFirst: boolean }>;

/** Limits a list to one part of its keys. */
type SingleOwner = {
  [
    Part in
      | 'month'
      | 'projectUnitId'
      | 'fingerprint'
      | 'repositoryId'
      | 'subscriberId'
      | 'scanId'
      | 'packId'
      | 'bundleId'
  ]?: string;
};

/** The owner of a list: the month limits the range of sort keys. */
type ListOwner =
  | { package: string; organizationId?: string }
  | { personId: string }
  | { organizationId: string }
  | { accountId: string; pool?: string; month?: string };

/** Returns the partition that holds a list of this owner; scans alone are in several. */
export const partitionOf = (record: RecordName, owner: ListOwner): string => {
  if ('package' in owner) return componentPartition(owner.package);
  if ('personId' in owner) return `PERSON#${owner.personId}`;
  if ('organizationId' in owner) return partitionUnder(record, owner);
  if (owner.pool === undefined) return `ACCOUNT#${owner.accountId}`;
  const prefix = ledgerPartitions[record === 'ledgerSeal' ? record : 'ledgerEntry'];
  return `${prefix}${owner.accountId}#${owner.pool}`;
};

/**
 * Returns the prefix of all sort keys of a list: those of one lookup, unit, fingerprint or month, or everything of
 * the owner.
 */
export const prefixOf = (list: keyof typeof rangeLists, owner: object): string => {
  const { prefix } = rangeLists[list];
  const { lookup, value, ...single } = owner as { lookup?: string; value?: string } & SingleOwner;
  if (list === 'componentUses') return `${(owner as { organizationId: string }).organizationId}#`;
  if (lookup !== undefined) return `${prefix}${lookup}#${value ?? ''}#`;
  const { month, projectUnitId, fingerprint, repositoryId, subscriberId, scanId, packId, bundleId } = single;
  const part =
    month ?? projectUnitId ?? fingerprint ?? repositoryId ?? subscriberId ?? scanId ?? packId ?? bundleId;
  return part === undefined ? prefix : `${prefix}${part}#`;
};
