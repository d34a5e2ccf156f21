import { ledgerPartitions, type TableName } from '#ports/tables.ts';
import type { RecordKeys, RecordName, Records } from '@scangate/domain/record-changes';
import { sealPosition } from '#ports/store.ts';
import { identityLayouts } from './identity-layouts.ts';
import { integrationLayouts } from './integration-layouts.ts';
import { org, tail, underAccount, underOrganization, underValue, type Layout } from './layout.ts';

/** A package URL has no unencoded `#` before its subpath, which keys do not have. */
const componentPartition = (name: string) => `COMPONENT#${name}`;

/** Numbers of equal length sort as text. */
const slotDigits = 4;

/**
 * The table and key of every record (docs/adr/0022-records-and-keys.md). Keys start with the owner, so that an id of
 * another owner is never found.
 */
export const recordLayouts: { [R in RecordName]: Layout<R> } = {
  organization: underOrganization(
    () => 'ORG',
    () => ({}),
  ),
  policy: underOrganization(
    (id) => `POLICY#${id.digest}`,
    ([, digest = '']) => ({ digest }),
  ),
  ruleSet: underOrganization(
    (id) => `RULES#${id.digest}`,
    ([, digest = '']) => ({ digest }),
  ),
  waiver: underOrganization(
    (id) => `WAIVER#${id.waiverId}`,
    ([, waiverId = '']) => ({ waiverId }),
  ),
  waiverSlot: underOrganization(
    (id) => `WAIVERSLOT#${String(id.slot).padStart(slotDigits, '0')}`,
    ([, slot = '0']) => ({ slot: Number(slot) }),
  ),
  trackedFinding: underOrganization(
    (id) => `TRACKED#${id.projectUnitId}#${id.fingerprint}`,
    ([, projectUnitId = '', fingerprint = '']) => ({ projectUnitId, fingerprint }),
  ),
  findingLocation: underOrganization(
    (id) => `FINDINGAT#${id.fingerprint}#${id.projectUnitId}`,
    ([, fingerprint = '', projectUnitId = '']) => ({ fingerprint, projectUnitId }),
  ),
  followedCommit: underOrganization(
    (id) => `FOLLOWED#${id.repositoryId}`,
    ([, repositoryId = '']) => ({ repositoryId }),
  ),
  repositoryGate: underOrganization(
    (id) => `GATE#${id.repositoryId}`,
    ([, repositoryId = '']) => ({ repositoryId }),
  ),
  trend: underOrganization(
    (id) => `TREND#${id.day}`,
    ([, day = '']) => ({ day }),
  ),
  repositoryTrend: underOrganization(
    (id) => `TRENDOF#${id.repositoryId}#${id.day}`,
    ([, repositoryId = '', day = '']) => ({ repositoryId, day }),
  ),
  member: underOrganization(
    (id) => `MEMBER#${id.personId}`,
    ([, personId = '']) => ({ personId }),
  ),
  repository: underOrganization(
    (id) => `REPO#${id.repositoryId}`,
    ([, repositoryId = '']) => ({ repositoryId }),
  ),
  badge: underValue({ partition: 'BADGE', sort: 'BADGE' }, 'badgeId'),
  repositoryName: underOrganization(
    (id) => `NAME#${id.name}`,
    ([, ...name]) => ({ name: name.join('#') }),
  ),
  scan: underOrganization(
    (id) => `SCAN#${id.scanId}`,
    ([, scanId = '']) => ({ scanId }),
  ),
  scanListing: underOrganization(
    (id) => `LISTED#${id.lookup}#${id.value}#${id.scanId}`,
    ([, lookup, value = '', scanId = '']) => ({
      lookup: lookup as Records['scanListing']['lookup'],
      value,
      scanId,
    }),
  ),
  baseScan: underOrganization(
    (id) => `BASE#${id.repositoryId}#${id.digest}`,
    ([, repositoryId = '', digest = '']) => ({ repositoryId, digest }),
  ),
  keptUnit: underOrganization(
    (id) => `KEPT#${id.repositoryId}#${id.projectUnitId}`,
    ([, repositoryId = '', projectUnitId = '']) => ({ repositoryId, projectUnitId }),
  ),
  dedup: underOrganization(
    (id) => `DEDUP#${id.repositoryId}#${id.digest}`,
    ([, repositoryId = '', digest = '']) => ({ repositoryId, digest }),
  ),
  idempotency: underOrganization(
    (id) => `IDEM#${id.operation}#${id.key}`,
    ([, operation = '', ...key]) => ({ operation, key: key.join('#') }),
  ),
  waiter: underOrganization(
    (id) => `WAITER#${id.slot}`,
    ([, slot = '0']) => ({ slot: Number(slot) }),
  ),
  upload: underOrganization(
    (id) => `UPLOAD#${id.uploadId}`,
    ([, uploadId = '']) => ({ uploadId }),
  ),
  auditEvent: underOrganization(
    (id) => `AUDIT#${id.at}#${id.eventId}`,
    ([, at = '', eventId = '']) => ({ at, eventId }),
  ),
  account: underAccount(
    () => 'ACCOUNT',
    () => ({}),
  ),
  pool: underAccount(
    (id) => `POOL#${id.pool}`,
    ([, pool]) => ({ pool: pool as Records['pool']['pool'] }),
  ),
  poolLease: underAccount(
    (id) => `LEASE#${id.pool}#${id.slot}`,
    ([, pool, slot = '0']) => ({ pool: pool as Records['poolLease']['pool'], slot: Number(slot) }),
  ),
  license: underAccount(
    (id) => `LICENSE#${id.month}#${id.personId}`,
    ([, month = '', personId = '']) => ({ month, personId }),
  ),
  licenseMonth: underAccount(
    (id) => `LICENSES#${id.month}`,
    ([, month = '']) => ({ month }),
  ),
  clientUsage: underAccount(
    (id) => `CLIENT#${id.organizationId}#${id.month}`,
    ([, organizationId = '', month = '']) => ({ organizationId, month }),
  ),
  invoice: underAccount(
    (id) => `INVOICE#${id.createdAt}#${id.invoiceId}`,
    ([, createdAt = '', invoiceId = '']) => ({ createdAt, invoiceId }),
  ),
  paymentAccount: underAccount(
    () => 'PAYMENT',
    () => ({}),
  ),
  recharge: underAccount(
    (id) => `RECHARGE#${id.pool}`,
    ([, pool]) => ({ pool: pool as Records['recharge']['pool'] }),
  ),
  mail: underAccount(
    (id) => `MAIL#${id.mailId}`,
    ([, mailId = '']) => ({ mailId }),
  ),
  jobPosition: {
    table: 'Core',
    key: (id) => ({ pk: `JOB#${id.job}`, sk: `SHARD#${id.shard}` }),
    identity: (pk, sk) => ({ job: tail(pk, 1), shard: tail(sk, 1) }),
  },
  indexedUnit: underOrganization(
    (id) => `INDEXED#${id.repositoryId}#${id.projectUnitId}`,
    ([, repositoryId = '', projectUnitId = '']) => ({ repositoryId, projectUnitId }),
  ),
  indexedComponent: {
    table: 'Core',
    key: (id) => ({ pk: componentPartition(id.package), sk: `${id.organizationId}#${id.projectUnitId}` }),
    identity: (pk, sk) => {
      const [organizationId = '', projectUnitId = ''] = sk.split('#');
      return { package: tail(pk, 1), organizationId, projectUnitId };
    },
  },
  watchPosition: {
    table: 'Core',
    key: (id) => ({ pk: `WATCH#${id.watch}`, sk: 'POSITION' }),
    identity: (pk) => ({ watch: tail(pk, 1) as Records['watchPosition']['watch'] }),
  },
  ledgerEntry: {
    table: 'Ledger',
    key: (id) => ({ pk: `${ledgerPartitions.ledgerEntry}${id.accountId}#${id.pool}`, sk: id.cause }),
    identity: (pk, sk) => {
      const [, accountId = '', pool] = pk.split('#');
      return { accountId, pool: pool as Records['ledgerEntry']['pool'], cause: sk };
    },
  },
  ledgerSeal: {
    table: 'Ledger',
    key: (id) => ({
      pk: `${ledgerPartitions.ledgerSeal}${id.accountId}#${id.pool}`,
      sk: sealPosition(id.number),
    }),
    identity: (pk, sk) => {
      const [, accountId = '', pool] = pk.split('#');
      return { accountId, pool: pool as Records['ledgerSeal']['pool'], number: Number(sk) };
    },
  },
  token: { table: 'Tokens', key: (id) => ({ pk: id.tokenHash }), identity: (pk) => ({ tokenHash: pk }) },
  ...identityLayouts,
  ...integrationLayouts,
};

export const keyOf = <R extends RecordName>(
  record: R,
  id: RecordKeys[R],
): { table: TableName; key: Record<string, string> } => {
  const layout = recordLayouts[record];
  return { table: layout.table, key: layout.key(id) as Record<string, string> };
};

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

/** Returns the partition that holds a list of this owner. */
export const partitionOf = (record: RecordName, owner: ListOwner): string => {
  if ('package' in owner) return componentPartition(owner.package);
  if ('personId' in owner) return `PERSON#${owner.personId}`;
  if ('organizationId' in owner) return org(owner.organizationId);
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
