import type { Change, RecordKeys, RecordName, RecordRef, Records } from '@scangate/domain/record-changes';
import type { QueuedRecord } from '@scangate/domain/due-queue';
import type {
  Attestation,
  AuditEvent,
  Delivery,
  FindingLocation,
  HistoryScan,
  IndexedComponent,
  IndexedUnit,
  LedgerEntry,
  PackLink,
  Release,
  RepositoryTrend,
  ScanListing,
  StoredEvent,
  Ticket,
  TrackedFinding,
} from '@scangate/domain/records';

/** A page of records. `cursor` is opaque, and absent on the last page. */
export interface Page<T> {
  items: T[];
  cursor?: string;
}

/** The lists of a store, each with one owner. */
export interface Lists {
  members: { owner: { organizationId: string }; record: 'member' };
  repositories: { owner: { organizationId: string }; record: 'repository' };
  /** Listed newest first. The cursor is the id of the last scan, so that a job can store it as its position. */
  scans: { owner: { organizationId: string }; record: 'scan' };
  /** The scans of one lookup, newest first; the cursor is the id of the last scan. */
  scanListings: {
    owner: Pick<ScanListing, 'organizationId' | 'lookup' | 'value'>;
    record: 'scanListing';
  };
  /** By name. The cursor is the name of the last one. */
  repositoryNames: { owner: { organizationId: string }; record: 'repositoryName' };
  tokens: { owner: { organizationId: string }; record: 'token' };
  /** The tokens that people issued, those of everybody or of one person; by person, then oldest first. */
  issuedTokens: { owner: { listedOf: string; personId?: string }; record: 'token' };
  /** Listed newest first. */
  waivers: { owner: { organizationId: string }; record: 'waiver' };
  /** By slot. */
  waiverSlots: { owner: { organizationId: string }; record: 'waiverSlot' };
  /** Open ones first, the most severe first; fixed ones last. The cursor is `listedBy` of the last finding. */
  trackedFindings: { owner: { organizationId: string }; record: 'trackedFinding' };
  /** By fingerprint, removed ones included. */
  unitFindings: { owner: Pick<TrackedFinding, 'organizationId' | 'projectUnitId'>; record: 'trackedFinding' };
  /** The project units of one fingerprint. */
  findingLocations: {
    owner: Pick<FindingLocation, 'organizationId' | 'fingerprint'>;
    record: 'findingLocation';
  };
  repositoryGates: { owner: { organizationId: string }; record: 'repositoryGate' };
  /** By day. */
  trends: { owner: { organizationId: string }; record: 'trend' };
  /** By day. */
  repositoryTrends: {
    owner: Pick<RepositoryTrend, 'organizationId' | 'repositoryId'>;
    record: 'repositoryTrend';
  };
  /** The units of a repository in the component index. */
  indexedUnits: { owner: Pick<IndexedUnit, 'organizationId' | 'repositoryId'>; record: 'indexedUnit' };
  /** The units of an organization that use a package, removed items included. */
  componentUses: {
    owner: Pick<IndexedComponent, 'organizationId' | 'package'>;
    record: 'indexedComponent';
  };
  /** The units of all organizations that use a package: only for the watch, never for a caller. */
  componentUnits: { owner: Pick<IndexedComponent, 'package'>; record: 'indexedComponent' };
  waiters: { owner: { organizationId: string }; record: 'waiter' };
  /** Listed newest first. The cursor is `eventPosition` of the last one. */
  auditEvents: { owner: { organizationId: string }; record: 'auditEvent' };
  /** Listed newest first. */
  invoices: { owner: { accountId: string }; record: 'invoice' };
  /** By person. */
  licenses: { owner: { accountId: string; month: string }; record: 'license' };
  /** By cause. The cursor is the cause of the last one. */
  ledger: { owner: { accountId: string; pool: string }; record: 'ledgerEntry' };
  /** Newest first; entries of one instant in any order. The cursor is `ledgerTimeKey` of the last entry. */
  ledgerByTime: { owner: { accountId: string; pool: string }; record: 'ledgerEntry' };
  /** By number. */
  seals: { owner: { accountId: string; pool: string }; record: 'ledgerSeal' };
  /** The organizations of a person, including those that the person left. */
  personOrganizations: { owner: { personId: string }; record: 'personOrganization' };
  invitations: { owner: { organizationId: string }; record: 'invitation' };
  trustRules: { owner: { organizationId: string }; record: 'trustRule' };
  organizationDomains: { owner: { organizationId: string }; record: 'organizationDomain' };
  directoryGroups: { owner: { organizationId: string }; record: 'directoryGroup' };
  /** Listed newest first. */
  organizationExports: { owner: { organizationId: string }; record: 'organizationExport' };
  /** Listed oldest first. The cursor is `eventPosition` of the last event, and may be an instant. */
  storedEvents: { owner: { organizationId: string }; record: 'storedEvent' };
  subscribers: { owner: { organizationId: string }; record: 'subscriber' };
  /** Listed newest first. */
  deliveries: { owner: Pick<Delivery, 'organizationId' | 'subscriberId'>; record: 'delivery' };
  tickets: { owner: Pick<Ticket, 'organizationId' | 'subscriberId'>; record: 'ticket' };
  attestations: { owner: Pick<Attestation, 'organizationId' | 'scanId'>; record: 'attestation' };
  /** Listed newest first. */
  auditorPacks: { owner: { organizationId: string }; record: 'auditorPack' };
  /** Listed newest first. */
  historyScans: { owner: Pick<HistoryScan, 'organizationId' | 'repositoryId'>; record: 'historyScan' };
  packLinks: { owner: Pick<PackLink, 'organizationId' | 'packId'>; record: 'packLink' };
  bundles: { owner: { organizationId: string }; record: 'bundle' };
  /** By version, as text. */
  releases: { owner: Pick<Release, 'organizationId' | 'bundleId'>; record: 'release' };
}
export type ListName = keyof Lists;

/** A page of the due queue. */
export interface DuePage {
  from?: string;
  through?: string;
  limit?: number;
  cursor?: string;
}

/** A stored row does not match the type of its record. */
export class DamagedRecord extends Error {
  readonly record: RecordName;

  constructor(record: RecordName, message: string, options?: ErrorOptions) {
    super(message, options);
    this.record = record;
  }
}

export interface ReadOptions {
  consistent?: boolean;
  /** Returns a busy pool's balance without the credits in its leases, so that the leases need not be read. */
  withoutLent?: boolean;
  /** Called with each damaged row, which is then treated as absent; without it, the read throws. */
  onDamaged?: (error: DamagedRecord) => void;
}

export interface PageOptions extends Pick<ReadOptions, 'onDamaged'> {
  limit?: number;
  cursor?: string;
  /** Overrides the order of the list. */
  newestFirst?: boolean;
  /**
   * For `ledgerByTime` and `auditEvents` the first and the last instant, for `ledger` the first and last cause, for
   * `trackedFindings` the first and last `listedBy`, for `seals` the first and last `sealPosition`, both included.
   */
  from?: string;
  through?: string;
  consistent?: boolean;
}

/** The position of an entry in `ledgerByTime`. As a cursor, it continues after the entry. */
export const ledgerTimeKey = ({ at, cause }: Pick<LedgerEntry, 'at' | 'cause'>): string => `${at} ${cause}`;

/** The position of a seal in `seals`. */
export const sealPosition = (number: number): string => String(number).padStart(9, '0');

/** The position of an event in `storedEvents` and `auditEvents`. As a cursor, it continues after the event. */
export const eventPosition = ({ at, eventId }: Pick<StoredEvent | AuditEvent, 'at' | 'eventId'>): string =>
  `${at}#${eventId}`;

/** A transaction that wrote nothing because a condition failed. `found` is the stored record. */
export interface FailedCondition {
  change: Change;
  found: Records[RecordName] | undefined;
}

/**
 * Creates the error that the change declares for its conditions. A condition without one must not fail: that is a
 * bug.
 */
export const failedConditionError = ({ change, found }: FailedCondition): Error =>
  (change.onConflict as ((found: unknown) => Error) | undefined)?.(found) ??
  new Error(`an unexpected condition failed: ${change.change} ${change.record}`);

export interface StoreReader<R extends RecordName = RecordName> {
  /** Loads up to 100 records in one round trip, in the order of `refs`. */
  load<const T extends readonly RecordRef<R>[]>(
    refs: T,
    options?: ReadOptions,
  ): Promise<{ -readonly [I in keyof T]: Records[T[I]['record']] | undefined }>;
  get<K extends R>(
    record: K,
    id: RecordKeys[K],
    options?: { consistent?: boolean },
  ): Promise<Records[K] | undefined>;
  list<L extends ListName>(
    list: L,
    owner: Lists[L]['owner'],
    page?: PageOptions,
  ): Promise<Page<Records[Lists[L]['record']]>>;
  /** Lists the keys of a shard of the due queue whose `dueAt` is in the range, both ends included, by `dueAt`. */
  listDue<K extends QueuedRecord>(record: K, shard: string, page?: DuePage): Promise<Page<RecordKeys[K]>>;
}

export interface CommitOptions {
  /**
   * Called with the changes whose records another transaction held. It may return replacement changes to try, or
   * throw, which ends the commit: nothing was written.
   */
  onCollision?: (collided: readonly Change[]) => readonly Change[] | undefined;
}

export interface Store<R extends RecordName = RecordName, W extends RecordName = R> extends StoreReader<R> {
  /**
   * Applies all changes or none. Conflicts with other transactions are retried with jitter.
   * @returns the first change whose condition failed, or undefined when everything was written.
   */
  commit(changes: readonly Change<W>[], options?: CommitOptions): Promise<FailedCondition | undefined>;
}

/** Commits, and throws the error of the change whose condition failed. */
export const commitOrThrow = async <W extends RecordName>(
  store: Pick<Store<RecordName, W>, 'commit'>,
  changes: readonly Change<W>[],
): Promise<void> => {
  const failed = await store.commit(changes);
  if (failed) throw failedConditionError(failed);
};

/** Yields every item of a list, reading it page by page. */
export async function* listAll<L extends ListName>(
  store: Pick<StoreReader, 'list'>,
  { list, owner, ...options }: { list: L; owner: Lists[L]['owner'] } & Omit<PageOptions, 'cursor'>,
): AsyncGenerator<Records[Lists[L]['record']]> {
  let cursor: string | undefined;
  do {
    const page = await store.list(list, owner, {
      limit: 100,
      ...options,
      ...(cursor !== undefined && { cursor }),
    });
    yield* page.items;
    cursor = page.cursor;
  } while (cursor !== undefined);
}
