import { ledgerPartitions, type TableName } from '#ports/tables.ts';
import type { RecordKeys, RecordName, Records } from '@scangate/domain/record-changes';
import { sealPosition } from '#ports/store.ts';
import { identityLayouts } from './identity-layouts.ts';
import { integrationLayouts } from './integration-layouts.ts';
import { underPart } from './organization-partitions.ts';
import { tail, underAccount, underOrganization, underValue, type Layout } from './layout.ts';

/** A package URL has no unencoded `#` before its subpath, which keys do not have. */
export const componentPartition = (name: string) => `COMPONENT#${name}`;

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
  scan: underPart(
    'scan',
    (id) => `SCAN#${id.scanId}`,
    ([, scanId = '']) => ({ scanId }),
  ),
  scanListing: underPart(
    'scanListing',
    (id) => `LISTED#${id.lookup}#${id.value}#${id.scanId}`,
    ([, lookup, value = '', scanId = '']) => ({
      lookup: lookup as Records['scanListing']['lookup'],
      value,
      scanId,
    }),
  ),
  baseScan: underPart(
    'baseScan',
    (id) => `BASE#${id.repositoryId}#${id.digest}`,
    ([, repositoryId = '', digest = '']) => ({ repositoryId, digest }),
  ),
  keptUnit: underPart(
    'keptUnit',
    (id) => `KEPT#${id.repositoryId}#${id.projectUnitId}`,
    ([, repositoryId = '', projectUnitId = '']) => ({ repositoryId, projectUnitId }),
  ),
  dedup: underPart(
    'dedup',
    (id) => `DEDUP#${id.repositoryId}#${id.digest}`,
    ([, repositoryId = '', digest = '']) => ({ repositoryId, digest }),
  ),
  idempotency: underPart(
    'idempotency',
    (id) => `IDEM#${id.operation}#${id.key}`,
    ([, operation = '', ...key]) => ({ operation, key: key.join('#') }),
  ),
  waiter: underPart(
    'waiter',
    (id) => `WAITER#${id.slot}`,
    ([, slot = '0']) => ({ slot: Number(slot) }),
  ),
  upload: underPart(
    'upload',
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
