import { auditEventView } from '../audit/audit-event.ts';
import { csvLine, escapeCell } from '../reports/csv/csv-cells.ts';
import type {
  Attestation,
  AuditEvent,
  Bundle,
  Invoice,
  Member,
  Release,
  Repository,
  Scan,
  Waiver,
} from '../records.ts';
import { isComplete } from '../verdict/incomplete-coverage.ts';
import type { Verdict } from '../verdict/verdict.ts';

type Row = Readonly<Record<string, unknown>>;

/** The columns of each table. The JSON Lines have more: everything that does not fit into a cell. */
export const packColumns = {
  verdicts: [
    'scanId',
    'repositoryId',
    'commitHash',
    'branch',
    'status',
    'verdict',
    'reasons',
    'severityThreshold',
    'complete',
    'createdAt',
    'judgedAt',
    'policyDigest',
    'attestationKey',
  ],
  attestations: ['scanId', 'judgment', 'keyId', 'signedAt'],
  waivers: [
    'waiverId',
    'kind',
    'status',
    'match',
    'scope',
    'reason',
    'createdAt',
    'createdBy',
    'createdByEmail',
    'approvedAt',
    'approvedBy',
    'approvedByEmail',
    'endedAt',
    'endedBy',
    'expiresAt',
  ],
  policies: ['digest', 'severityThreshold', 'policy'],
  'audit-events': ['eventId', 'at', 'action', 'actor', 'target', 'before', 'after'],
  members: ['personId', 'email', 'role', 'joinedAt', 'removedAt'],
  repositories: ['repositoryId', 'fullName', 'provider', 'defaultBranch', 'connectedAt', 'disconnectedAt'],
  invoices: ['invoiceId', 'number', 'status', 'amountDue', 'amountPaid', 'currency', 'createdAt'],
  'tracked-findings': [
    'repositoryId',
    'projectUnitId',
    'kind',
    'severity',
    'rule',
    'package',
    'knownExploited',
    'state',
    'openedAt',
    'fixedAt',
    'daysToFix',
    'fingerprint',
  ],
  releases: [
    'bundleId',
    'bundle',
    'version',
    'verdict',
    'releasedAt',
    'releasedBy',
    'supportUntil',
    'affectingAdvisories',
    'judgedAt',
    'snapshotId',
    'policyDigest',
  ],
  controls: ['control', 'answeredBy', 'files', 'leftOut'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type PackTable = keyof typeof packColumns;

/** A list of words is one cell; any other object is written as JSON. */
const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(' ');
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'string' ? value.toWellFormed() : String(value as number | boolean);
};

/** The first line of a table of a pack. */
export const tableHead = (table: PackTable): string => csvLine(packColumns[table]);

/** Writes a row as a line of RFC 4180, in which a spreadsheet evaluates nothing. */
export const tableLine = (table: PackTable, row: Row): string =>
  csvLine(
    packColumns[table].map((column) => {
      const value = row[column];
      return typeof value === 'number' ? String(value) : escapeCell(cellOf(value));
    }),
  );

/** One line of a table in JSON Lines. */
export const jsonLine = (row: object): string => `${JSON.stringify(row)}\n`;

/** The verdict of a scan with all inputs of its judgment. */
export const verdictRow = (scan: Scan & { verdict: Verdict }, attestation: Attestation | undefined) => {
  const { verdict, scanId, repositoryId, commitHash, branch, status, createdAt, finishedAt } = scan;
  const { suppressionsProposed: _proposed, suppressionsUnused: _unused, ...judged } = verdict;
  return {
    scanId,
    repositoryId,
    commitHash,
    branch,
    projectUnitId: scan.projectUnitId,
    scanTypes: scan.scanTypes,
    status,
    createdAt,
    finishedAt,
    sourceTrigger: scan.sourceTrigger,
    personId: scan.personId,
    pullRequest: scan.pullRequest?.number,
    ...judged,
    severityThreshold: verdict.summary.severityThreshold,
    complete: isComplete(verdict),
    attestationKey: attestation?.keyId,
  };
};

/** A waiver with the addresses of the people who requested and approved it. */
export const waiverRow = (waiver: Waiver, emails: ReadonlyMap<string, string>) => {
  const { organizationId: _organization, slot: _slot, dueQueue: _queue, dueAt: _due, ...shown } = waiver;
  return {
    ...shown,
    createdByEmail: emails.get(waiver.createdBy),
    approvedByEmail: emails.get(waiver.approvedBy ?? ''),
  };
};

/** Returns whether a waiver was in force, or could have been, at some time in the period. */
export const concernsPeriod = (
  { createdAt, endedAt, expiresAt }: Pick<Waiver, 'createdAt' | 'endedAt' | 'expiresAt'>,
  { from, to }: { from: string; to: string },
): boolean => createdAt < to && (endedAt ?? expiresAt) >= from && expiresAt >= from;

/** A release with the advisories that affect it now, the SHA-256 of its documents, and its members. */
export const releaseRow = (release: Release, { name }: Pick<Bundle, 'name'>) => {
  const { bundleId, releaseVersion, verdict, releasedAt, releasedBy, supportUntil } = release;
  const { snapshotId, policyDigest, documents, members, advisories } = release;
  return {
    bundleId,
    bundle: name,
    version: releaseVersion,
    verdict,
    releasedAt,
    releasedBy,
    supportUntil,
    affectingAdvisories: advisories.count,
    judgedAt: advisories.judgedAt,
    snapshotId,
    policyDigest,
    documents,
    members: members.map(({ units: _units, ...member }) => member),
  };
};

/** Returns whether a release was supported at some time in the period. */
export const isSupportedIn = (
  { releasedAt, supportUntil }: Pick<Release, 'releasedAt' | 'supportUntil'>,
  { from, to }: { from: string; to: string },
): boolean => releasedAt < to && supportUntil >= from;

/** An audit event as a row of a pack. */
export const auditRow = (event: AuditEvent) => auditEventView(event);

/** A member as a row of a pack. */
export const memberRow = ({ personId, email, role, joinedAt, removedAt }: Member) => ({
  personId,
  email,
  role,
  joinedAt,
  removedAt,
});

/** An invoice without the URLs for viewing and paying it. */
export const invoiceRow = (invoice: Invoice) => {
  const { invoiceId, number, status, amountDue, amountPaid, currency, createdAt } = invoice;
  return { invoiceId, number, status, amountDue, amountPaid, currency, createdAt };
};

/** A repository without its URL, which is of no use to an auditor, and without its credential. */
export const repositoryRow = (repository: Repository) => {
  const { repositoryId, fullName, provider, defaultBranch, connectedAt, disconnectedAt } = repository;
  return { repositoryId, fullName, provider, defaultBranch, connectedAt, disconnectedAt };
};
