import type {
  Account,
  AuditEvent,
  Badge,
  BaseScan,
  ClientUsage,
  Dedup,
  FindingLocation,
  FollowedCommit,
  Idempotency,
  IndexedComponent,
  IndexedUnit,
  Invoice,
  KeptUnit,
  JobPosition,
  LedgerEntry,
  LedgerSeal,
  HistoryScan,
  License,
  LicenseMonth,
  Mail,
  Member,
  Organization,
  Pool,
  PoolLease,
  Recharge,
  Repository,
  RepositoryGate,
  RepositoryName,
  Scan,
  ScanListing,
  PolicyRecords,
  TrackedFinding,
  RepositoryTrend,
  Trend,
  Waiver,
  WaiverSlot,
  PaymentAccount,
  Token,
  Upload,
  WaiterLease,
  WatchPosition,
  Person,
  PersonOrganization,
  Identity,
  SignIn,
  UsedCredential,
  DeviceLogin,
  DeviceTries,
  DeviceUserCode,
  Invitation,
  InvitationSecret,
  TrustRule,
  SsoSettings,
  OrganizationDomain,
  DomainClaim,
  DirectoryGroup,
  DirectoryAlias,
  RateMinute,
  Erased,
  EndedCredentials,
  Refusal,
  ExchangeMinute,
  FairnessRecords,
  OrganizationExport,
  StoredEvent,
  Subscriber,
  Delivery,
  Ticket,
  RepositoryCheck,
  Attestation,
  AuditorPack,
  PackLink,
  LinkSecret,
  Bundle,
  Release,
} from './records.ts';

/** Every kind of record. The store knows in which table and under which key it lives. */
export interface Records extends PolicyRecords, FairnessRecords {
  organization: Organization;
  waiver: Waiver;
  waiverSlot: WaiverSlot;
  trackedFinding: TrackedFinding;
  findingLocation: FindingLocation;
  followedCommit: FollowedCommit;
  repositoryGate: RepositoryGate;
  trend: Trend;
  repositoryTrend: RepositoryTrend;
  member: Member;
  repository: Repository;
  repositoryName: RepositoryName;
  badge: Badge;
  scan: Scan;
  scanListing: ScanListing;
  dedup: Dedup;
  baseScan: BaseScan;
  keptUnit: KeptUnit;
  idempotency: Idempotency;
  waiter: WaiterLease;
  upload: Upload;
  account: Account;
  pool: Pool;
  poolLease: PoolLease;
  license: License;
  licenseMonth: LicenseMonth;
  clientUsage: ClientUsage;
  invoice: Invoice;
  paymentAccount: PaymentAccount;
  recharge: Recharge;
  mail: Mail;
  auditEvent: AuditEvent;
  jobPosition: JobPosition;
  indexedComponent: IndexedComponent;
  indexedUnit: IndexedUnit;
  watchPosition: WatchPosition;
  ledgerEntry: LedgerEntry;
  ledgerSeal: LedgerSeal;
  token: Token;
  person: Person;
  personOrganization: PersonOrganization;
  identity: Identity;
  signIn: SignIn;
  usedCredential: UsedCredential;
  deviceLogin: DeviceLogin;
  deviceUserCode: DeviceUserCode;
  deviceTries: DeviceTries;
  invitation: Invitation;
  invitationSecret: InvitationSecret;
  trustRule: TrustRule;
  exchangeMinute: ExchangeMinute;
  ssoSettings: SsoSettings;
  organizationDomain: OrganizationDomain;
  domainClaim: DomainClaim;
  directoryGroup: DirectoryGroup;
  directoryAlias: DirectoryAlias;
  rateMinute: RateMinute;
  erased: Erased;
  endedCredentials: EndedCredentials;
  refusal: Refusal;
  organizationExport: OrganizationExport;
  storedEvent: StoredEvent;
  subscriber: Subscriber;
  delivery: Delivery;
  ticket: Ticket;
  repositoryCheck: RepositoryCheck;
  attestation: Attestation;
  auditorPack: AuditorPack;
  packLink: PackLink;
  linkSecret: LinkSecret;
  historyScan: HistoryScan;
  bundle: Bundle;
  release: Release;
}
export type RecordName = keyof Records;

/** The fields that identify a record of each kind. */
export interface RecordKeys {
  organization: Pick<Organization, 'organizationId'>;
  policy: Pick<Records['policy'], 'organizationId' | 'digest'>;
  ruleSet: Pick<Records['ruleSet'], 'organizationId' | 'digest'>;
  waiver: Pick<Waiver, 'organizationId' | 'waiverId'>;
  waiverSlot: Pick<WaiverSlot, 'organizationId' | 'slot'>;
  trackedFinding: Pick<TrackedFinding, 'organizationId' | 'projectUnitId' | 'fingerprint'>;
  findingLocation: Pick<FindingLocation, 'organizationId' | 'fingerprint' | 'projectUnitId'>;
  followedCommit: Pick<FollowedCommit, 'organizationId' | 'repositoryId'>;
  repositoryGate: Pick<RepositoryGate, 'organizationId' | 'repositoryId'>;
  trend: Pick<Trend, 'organizationId' | 'day'>;
  repositoryTrend: Pick<RepositoryTrend, 'organizationId' | 'repositoryId' | 'day'>;
  member: Pick<Member, 'organizationId' | 'personId'>;
  repository: Pick<Repository, 'organizationId' | 'repositoryId'>;
  repositoryName: Pick<RepositoryName, 'organizationId' | 'name'>;
  badge: Pick<Badge, 'badgeId'>;
  scan: Pick<Scan, 'organizationId' | 'scanId'>;
  scanListing: Pick<ScanListing, 'organizationId' | 'lookup' | 'value' | 'scanId'>;
  baseScan: Pick<BaseScan, 'organizationId' | 'repositoryId' | 'digest'>;
  keptUnit: Pick<KeptUnit, 'organizationId' | 'repositoryId' | 'projectUnitId'>;
  dedup: Pick<Dedup, 'organizationId' | 'repositoryId' | 'digest'>;
  idempotency: Pick<Idempotency, 'organizationId' | 'operation' | 'key'>;
  waiter: Pick<WaiterLease, 'organizationId' | 'slot'>;
  upload: Pick<Upload, 'organizationId' | 'uploadId'>;
  account: Pick<Account, 'accountId'>;
  pool: Pick<Pool, 'accountId' | 'pool'>;
  poolLease: Pick<PoolLease, 'accountId' | 'pool' | 'slot'>;
  license: Pick<License, 'accountId' | 'month' | 'personId'>;
  licenseMonth: Pick<LicenseMonth, 'accountId' | 'month'>;
  clientUsage: Pick<ClientUsage, 'accountId' | 'organizationId' | 'month'>;
  invoice: Pick<Invoice, 'accountId' | 'createdAt' | 'invoiceId'>;
  paymentAccount: Pick<PaymentAccount, 'accountId'>;
  recharge: Pick<Recharge, 'accountId' | 'pool'>;
  mail: Pick<Mail, 'accountId' | 'mailId'>;
  auditEvent: Pick<AuditEvent, 'organizationId' | 'at' | 'eventId'>;
  jobPosition: Pick<JobPosition, 'job' | 'shard'>;
  indexedComponent: Pick<IndexedComponent, 'package' | 'organizationId' | 'projectUnitId'>;
  indexedUnit: Pick<IndexedUnit, 'organizationId' | 'repositoryId' | 'projectUnitId'>;
  watchPosition: Pick<WatchPosition, 'watch'>;
  ledgerEntry: Pick<LedgerEntry, 'accountId' | 'pool' | 'cause'>;
  ledgerSeal: Pick<LedgerSeal, 'accountId' | 'pool' | 'number'>;
  token: Pick<Token, 'tokenHash'>;
  person: Pick<Person, 'personId'>;
  personOrganization: Pick<PersonOrganization, 'personId' | 'organizationId'>;
  identity: Pick<Identity, 'identityHash'>;
  signIn: Pick<SignIn, 'stateHash'>;
  usedCredential: Pick<UsedCredential, 'credentialHash'>;
  deviceLogin: Pick<DeviceLogin, 'deviceHash'>;
  deviceUserCode: Pick<DeviceUserCode, 'userCodeHash'>;
  deviceTries: Pick<DeviceTries, 'triesOf'>;
  invitation: Pick<Invitation, 'organizationId' | 'invitationId'>;
  invitationSecret: Pick<InvitationSecret, 'secretHash'>;
  trustRule: Pick<TrustRule, 'organizationId' | 'trustId'>;
  exchangeMinute: Pick<ExchangeMinute, 'organizationId' | 'minute'>;
  ssoSettings: Pick<SsoSettings, 'organizationId'>;
  organizationDomain: Pick<OrganizationDomain, 'organizationId' | 'domain'>;
  domainClaim: Pick<DomainClaim, 'domain'>;
  directoryGroup: Pick<DirectoryGroup, 'organizationId' | 'groupId'>;
  directoryAlias: Pick<DirectoryAlias, 'organizationId' | 'alias'>;
  rateMinute: Pick<RateMinute, 'organizationId' | 'minute'>;
  activeScans: Pick<Records['activeScans'], 'organizationId' | 'day'>;
  refusedScan: Pick<Records['refusedScan'], 'organizationId' | 'scanId'>;
  endedCredentials: Pick<EndedCredentials, 'organizationId' | 'endId'>;
  refusal: Pick<Refusal, 'organizationId' | 'personId' | 'endpoint' | 'hour'>;
  erased: Pick<Erased, 'organizationId'>;
  organizationExport: Pick<OrganizationExport, 'organizationId' | 'exportId'>;
  storedEvent: Pick<StoredEvent, 'organizationId' | 'at' | 'eventId'>;
  subscriber: Pick<Subscriber, 'organizationId' | 'subscriberId'>;
  delivery: Pick<Delivery, 'organizationId' | 'subscriberId' | 'sequence'>;
  ticket: Pick<Ticket, 'organizationId' | 'subscriberId' | 'group'>;
  repositoryCheck: Pick<RepositoryCheck, 'organizationId' | 'repositoryId' | 'subject'>;
  attestation: Pick<Attestation, 'organizationId' | 'scanId' | 'judgment'>;
  auditorPack: Pick<AuditorPack, 'organizationId' | 'packId'>;
  packLink: Pick<PackLink, 'organizationId' | 'packId' | 'linkId'>;
  linkSecret: Pick<LinkSecret, 'linkHash'>;
  historyScan: Pick<HistoryScan, 'organizationId' | 'repositoryId' | 'historyScanId'>;
  bundle: Pick<Bundle, 'organizationId' | 'bundleId'>;
  release: Pick<Release, 'organizationId' | 'bundleId' | 'releaseVersion'>;
}

export type RecordRef<R extends RecordName = RecordName> = { [K in R]: { record: K; id: RecordKeys[K] } }[R];

/** A condition on the stored record; all of a change's conditions must hold. */
export type Condition<F extends string = string> =
  | { field: F; is: 'equal' | 'atLeast' | 'atMost'; value: Value }
  | { field: F; is: 'oneOf'; value: readonly Value[] }
  | { field: F; is: 'present' }
  | { field: F; is: 'absent' };

type Value = string | number | boolean;
type FieldOf<T> = Extract<keyof T, string>;
type NumberFieldOf<T> = { [K in FieldOf<T>]: T[K] extends number | undefined ? K : never }[FieldOf<T>];

interface ChangeBase<T> {
  /** Makes the error for conditions that do not hold, from the record as found: a Conflict or a Problem. */
  onConflict?: (found: T | undefined) => Error;
}

/** Writes a record that does not exist yet, or replaces one that meets `replaceIf`. */
interface Insert<R extends RecordName, T = Records[R]> extends ChangeBase<T> {
  change: 'insert';
  record: R;
  item: T;
  replaceIf?: Condition<FieldOf<T>>[];
}

/** The records that hold only their key, numbers and their expiry. */
export type Counter = 'trend' | 'repositoryTrend' | 'activeScans';

/** Adds to all numbers of a counter; missing ones count as 0. It is never refused. */
interface Count<R extends RecordName, T = Records[R]> {
  change: 'count';
  record: R;
  id: RecordKeys[R];
  add: { [K in NumberFieldOf<T>]-?: number };
  set?: Partial<T>;
  onConflict?: undefined;
}

/** Changes fields of an existing record that meets `when`. A field must be at least its `floor` before `add` changes it. */
export interface Update<R extends RecordName, T = Records[R]> extends ChangeBase<T> {
  change: 'update';
  record: R;
  id: RecordKeys[R];
  set?: Partial<T>;
  unset?: FieldOf<T>[];
  add?: { [K in NumberFieldOf<T>]?: number };
  floor?: { [K in NumberFieldOf<T>]?: number };
  when?: Condition<FieldOf<T>>[];
}

/** Changes nothing, but refuses the transaction unless the record meets `when`. */
interface Require<R extends RecordName, T = Records[R]> extends ChangeBase<T> {
  change: 'require';
  record: R;
  id: RecordKeys[R];
  when: Condition<FieldOf<T>>[];
}

/** One write of a rule. A list of changes is one transaction: each record once, and the first failed condition gives the error. */
export type Change<R extends RecordName = RecordName> = {
  [K in R]: Insert<K> | Update<K> | Require<K> | (K extends Counter ? Count<K> : never);
}[R];
