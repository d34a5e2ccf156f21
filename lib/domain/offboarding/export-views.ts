import type { RecordName, Records } from '../record-changes.ts';

/** Returns the fields of a record in an export; undefined for records that are left out. */
type ExportView<R extends RecordName> = (record: Records[R]) => object | undefined;

const whole = (record: object): object => record;
const leftOut = (): undefined => undefined;

/** Omits fields that are secrets, or hashes of them. */
const without =
  <T extends object>(...fields: (keyof T & string)[]) =>
  (record: T): object =>
    Object.fromEntries(Object.entries(record).filter(([field]) => !(fields as string[]).includes(field)));

/**
 * The exported part of every kind of record: everything but secrets, and records that only count or lock. A kind
 * without a decision does not compile.
 */
export const exportViews: { [R in RecordName]: ExportView<R> } = {
  organization: whole,
  policy: whole,
  ruleSet: whole,
  waiver: without<Records['waiver']>('dueQueue', 'dueAt'),
  waiverSlot: leftOut,
  trackedFinding: whole,
  findingLocation: leftOut,
  followedCommit: whole,
  repositoryGate: whole,
  trend: whole,
  repositoryTrend: whole,
  member: whole,
  repository: without<Records['repository']>('credential'),
  repositoryName: leftOut,
  // A client that knew which scans are counted could cancel them and keep the others.
  scan: without<Records['scan']>('credentialsEndedAt', 'countedOn', 'countedAs', 'countedIn', 'countedFor'),
  scanListing: leftOut,
  dedup: leftOut,
  baseScan: whole,
  keptUnit: leftOut,
  idempotency: leftOut,
  waiter: leftOut,
  upload: whole,
  account: whole,
  pool: without<Records['pool']>('epoch'),
  poolLease: without<Records['poolLease']>('epoch'),
  license: whole,
  licenseMonth: whole,
  clientUsage: whole,
  invoice: whole,
  paymentAccount: whole,
  recharge: whole,
  mail: whole,
  auditEvent: whole,
  jobPosition: leftOut,
  indexedComponent: whole,
  indexedUnit: leftOut,
  watchPosition: leftOut,
  ledgerEntry: without<Records['ledgerEntry']>('epoch'),
  ledgerSeal: whole,
  token: without<Records['token']>('tokenHash', 'parentHash'),
  // Sessions and the sign-up refer to other organizations of the person.
  person: without<Records['person']>('identities', 'sessions', 'sessionsVersion', 'signedUpOrganizationId'),
  personOrganization: whole,
  identity: leftOut,
  signIn: leftOut,
  usedCredential: leftOut,
  deviceLogin: leftOut,
  deviceUserCode: leftOut,
  deviceTries: leftOut,
  invitation: whole,
  invitationSecret: leftOut,
  trustRule: whole,
  ssoSettings: ({ issuer, ...settings }) => {
    const { sealedSecret: _secret, ...shown } = { sealedSecret: '', ...issuer };
    return { ...settings, issuer: shown };
  },
  organizationDomain: whole,
  domainClaim: leftOut,
  badge: leftOut,
  directoryGroup: whole,
  directoryAlias: leftOut,
  rateMinute: leftOut,
  activeScans: leftOut,
  refusedScan: leftOut,
  exchangeMinute: leftOut,
  endedCredentials: leftOut,
  refusal: leftOut,
  erased: leftOut,
  organizationExport: without<Records['organizationExport']>('position'),
  storedEvent: without<Records['storedEvent']>('dueQueue', 'dueAt'),
  subscriber: without<Records['subscriber']>(
    'secrets',
    'credential',
    'leaseHolder',
    'leaseUntil',
    'dueQueue',
    'dueAt',
  ),
  delivery: without<Records['delivery']>('dueQueue', 'dueAt'),
  ticket: whole,
  repositoryCheck: whole,
  attestation: whole,
  historyScan: without<Records['historyScan']>('dueQueue', 'dueAt'),
  auditorPack: without<Records['auditorPack']>('objectName'),
  packLink: without<Records['packLink']>('linkHash'),
  linkSecret: leftOut,
  bundle: whole,
  release: without<Records['release']>('folder'),
};

/** @returns the line of a record in an export, undefined for one that is left out. */
export const exportLine = <R extends RecordName>(record: R, item: Records[R]): string | undefined => {
  const view = exportViews[record](item);
  return view && JSON.stringify(view);
};
