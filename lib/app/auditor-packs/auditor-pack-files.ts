import { storedJson } from '#app/stored-json.ts';
import { Readable } from 'node:stream';
import { hasLedger } from '@scangate/domain/auditor-packs/omissions';
import type { PackScope } from '@scangate/domain/auditor-packs/auditor-pack-scope';
import { documentFiles } from '@scangate/domain/auditor-packs/document-files';
import { packControls } from '@scangate/domain/auditor-packs/compliance-controls';
import {
  auditRow,
  concernsPeriod,
  invoiceRow,
  isSupportedIn,
  jsonLine,
  memberRow,
  releaseRow,
  repositoryRow,
  tableHead,
  tableLine,
  waiverRow,
  type PackTable,
} from '@scangate/domain/auditor-packs/auditor-pack-tables';
import { trackedFindingRow, wasTrackedIn } from '@scangate/domain/auditor-packs/tracked-findings';
import { packReadme } from '@scangate/domain/auditor-packs/auditor-pack-index';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { packParts } from '@scangate/domain/evidence/evidence-records';
import type { AuditorPack, Organization } from '@scangate/domain/records';
import type { BlobReader } from '#ports/blobs.ts';
import { listAll, type Store } from '#ports/store.ts';
import { exportLedger } from '../ledger/export-ledger.ts';
import { ledgerRows } from '../ledger/ledger-rows.ts';
import { listReleases } from '../bundles/read-releases.ts';
import { loadPackScope } from './load-auditor-pack-scope.ts';
import { slicePartKey, type SliceFile } from './auditor-pack-objects.ts';
import type { SliceSummary } from './write-auditor-pack-slice.ts';

type PackRecords =
  | 'organization'
  | 'account'
  | 'policy'
  | 'waiver'
  | 'auditEvent'
  | 'member'
  | 'repository'
  | 'bundle'
  | 'release'
  | 'trackedFinding'
  | 'invoice'
  | 'ledgerEntry'
  | 'ledgerSeal';

export interface PackSources {
  store: Pick<Store<PackRecords>, 'get' | 'list'>;
  blobs: BlobReader<'work'>;
}

/** A pack with the sources of its files. */
export interface PackContent {
  pack: AuditorPack;
  organization: Organization;
  slices: readonly number[];
  summaries: readonly SliceSummary[];
  /** Sentences about what the pack leaves out, and why. */
  leftOut: readonly string[];
}

export interface PackFile {
  path: string;
  content: string | Readable;
}

type Rows = () => AsyncIterable<object>;

const pageLimit = 200;

async function* lines(rows: Rows, lineOf: (row: object) => string, head = ''): AsyncGenerator<string> {
  yield head;
  for await (const row of rows()) yield lineOf(row);
}

/** A table as JSON Lines and as CSV. It is read twice, because a large one does not fit into memory. */
const tableFiles = (table: PackTable, rows: Rows): PackFile[] => [
  { path: `${table}.jsonl`, content: Readable.from(lines(rows, jsonLine)) },
  {
    path: `${table}.csv`,
    content: Readable.from(
      lines(rows, (row) => tableLine(table, row as Record<string, unknown>), tableHead(table)),
    ),
  },
];

async function* mapped<T, U>(items: AsyncIterable<T>, rowOf: (item: T) => U | undefined): AsyncGenerator<U> {
  for await (const item of items) {
    const row = rowOf(item);
    if (row !== undefined) yield row;
  }
}

/** A file whose parts were written by the slices. */
const slicedFile = (file: SliceFile, content: PackContent, { blobs }: PackSources): PackFile => {
  async function* parts(): AsyncGenerator<Uint8Array> {
    const table = /^(\w+)\.csv$/.exec(file)?.[1];
    if (table !== undefined) yield Buffer.from(tableHead(table as PackTable));
    for (const slice of content.slices) {
      const part = await blobs.open(slicePartKey(content.pack, slice, file));
      if (part) yield* part as AsyncIterable<Uint8Array>;
    }
  }
  return { path: file, content: Readable.from(parts()) };
};

const slicedFiles = (content: PackContent, sources: PackSources): PackFile[] => {
  const files: SliceFile[] = ['verdicts.jsonl', 'verdicts.csv', 'attestations.jsonl', 'attestations.csv'];
  for (const part of packParts) if (content.pack.include.includes(part)) files.push(documentFiles[part]);
  return files.map((file) => slicedFile(file, content, sources));
};

/** The period ends when the pack was requested, so that a table that is read twice has the same rows. */
const endOf = ({ to, requestedAt }: AuditorPack): string => (to < requestedAt ? to : requestedAt);

async function* auditRows(
  pack: AuditorPack,
  scope: PackScope,
  { store }: PackSources,
): AsyncGenerator<object> {
  const { organizationId } = pack;
  const end = endOf(pack);
  const events = listAll(store, { list: 'auditEvents', owner: { organizationId }, limit: pageLimit });
  for await (const event of events) {
    if (event.at < pack.from) return;
    if (event.at < end && scope.holdsEvent(event)) yield auditRow(event);
  }
}

async function* policyRows({ pack, summaries }: PackContent, { store }: PackSources): AsyncGenerator<object> {
  const digests = new Set(summaries.flatMap(({ policyDigests }) => policyDigests));
  for (const digest of [...digests].toSorted()) {
    const found = await store.get('policy', { organizationId: pack.organizationId, digest });
    if (!found) continue;
    const { policy } = found;
    yield { digest, severityThreshold: policy.severityThreshold, policy };
  }
}

async function* invoiceRows(
  { pack, organization }: PackContent,
  { store }: PackSources,
): AsyncGenerator<object> {
  const owner = { accountId: organization.billingAccountId };
  for await (const invoice of listAll(store, { list: 'invoices', owner, limit: pageLimit }))
    if (invoice.createdAt >= pack.from && invoice.createdAt < pack.to) yield invoiceRow(invoice);
}

/** The ledger with its hashes: entries are ordered and sealed pool by pool. */
const ledgerFiles = async (
  { pack, organization }: PackContent,
  { store }: PackSources,
): Promise<PackFile[]> => {
  const accountId = organization.billingAccountId;
  const end = new Date(Date.parse(endOf(pack)) - 1);
  const range = { from: pack.from, through: end.toISOString() };
  const csv = await exportLedger({ accountId, pools: poolNames, range, viewer: undefined, now: end }, store);
  const rows = async function* (): AsyncGenerator<object> {
    for (const pool of poolNames) yield* ledgerRows(store, { accountId, pool }, range);
  };
  return [
    { path: 'ledger.csv', content: Readable.from(csv) },
    { path: 'ledger.jsonl', content: Readable.from(lines(rows, jsonLine)) },
  ];
};

async function* trackedRows(pack: AuditorPack, { store }: PackSources): AsyncGenerator<object> {
  const { organizationId, from, repositoryIds } = pack;
  const period = { from, to: endOf(pack) };
  const owner = { organizationId };
  for await (const finding of listAll(store, { list: 'trackedFindings', owner, limit: pageLimit }))
    if (wasTrackedIn(finding, period) && (repositoryIds?.includes(finding.repositoryId) ?? true))
      yield trackedFindingRow(finding, period.to);
}

async function* releaseRows(
  pack: AuditorPack,
  scope: PackScope,
  { store }: PackSources,
): AsyncGenerator<object> {
  const { organizationId, from } = pack;
  const period = { from, to: endOf(pack) };
  // The releases of a removed bundle are kept.
  for await (const bundle of listAll(store, { list: 'bundles', owner: { organizationId }, limit: pageLimit }))
    for (const release of await listReleases({ store }, bundle))
      if (isSupportedIn(release, period) && scope.holdsRelease(release)) yield releaseRow(release, bundle);
}

async function* controlRows(pack: AuditorPack): AsyncGenerator<object> {
  yield* packControls(pack);
}

const emailsOf = async (
  { pack: { organizationId } }: PackContent,
  { store }: PackSources,
): Promise<Map<string, string>> => {
  const members = listAll(store, { list: 'members', owner: { organizationId }, limit: pageLimit });
  return new Map(await Array.fromAsync(members, ({ personId, email }) => [personId, email] as const));
};

/** The tables of the organization. */
const organizationFiles = async (content: PackContent, sources: PackSources): Promise<PackFile[]> => {
  const { store } = sources;
  const { pack } = content;
  const owner = { organizationId: pack.organizationId };
  const emails = await emailsOf(content, sources);
  const scope = await loadPackScope(pack, store);
  const waivers = () =>
    mapped(listAll(store, { list: 'waivers', owner, limit: pageLimit }), (waiver) =>
      concernsPeriod(waiver, pack) && scope.holdsWaiver(waiver) ? waiverRow(waiver, emails) : undefined,
    );
  const repositories = () =>
    mapped(listAll(store, { list: 'repositories', owner, limit: pageLimit }), (repository) =>
      pack.repositoryIds && !pack.repositoryIds.includes(repository.repositoryId)
        ? undefined
        : repositoryRow(repository),
    );
  const members = () => mapped(listAll(store, { list: 'members', owner, limit: pageLimit }), memberRow);
  return [
    ...tableFiles('waivers', waivers),
    ...tableFiles('policies', () => policyRows(content, sources)),
    ...tableFiles('audit-events', () => auditRows(pack, scope, sources)),
    ...tableFiles('members', members),
    ...tableFiles('repositories', repositories),
    ...tableFiles('tracked-findings', () => trackedRows(pack, sources)),
    ...tableFiles('releases', () => releaseRows(pack, scope, sources)),
  ];
};

const retentionText = async (
  { organization: { billingAccountId } }: PackContent,
  { store }: PackSources,
): Promise<string> => {
  const account = await store.get('account', { accountId: billingAccountId });
  return jsonLine({ retentionDays: account?.retentionDays, requestedAtPlan: account?.plan });
};

/**
 * Lists the files of a pack except its index and its manifest, in order; each is read when its turn comes. A pack of
 * some repositories, or of a client organization, has neither the ledger nor the invoices.
 */
export const packFiles = async (content: PackContent, sources: PackSources): Promise<PackFile[]> => {
  const { pack, organization, leftOut } = content;
  const withLedger = hasLedger(pack, organization);
  const readme = packReadme({ withLedger, leftOut });
  return [
    { path: 'readme.txt', content: readme },
    ...slicedFiles(content, sources),
    ...(await organizationFiles(content, sources)),
    { path: 'retention.json', content: await retentionText(content, sources) },
    ...(withLedger ? await ledgerFiles(content, sources) : []),
    ...(withLedger ? tableFiles('invoices', () => invoiceRows(content, sources)) : []),
    ...tableFiles('controls', () => controlRows(pack)),
  ];
};

/** Reads the summaries of the slices. */
export const readSummaries = (
  pack: AuditorPack,
  slices: readonly number[],
  { blobs }: PackSources,
): Promise<SliceSummary[]> =>
  Promise.all(
    slices.map(async (slice) => {
      const content = await blobs.get(slicePartKey(pack, slice, 'summary.json'));
      if (!content) throw new Error('a slice of the pack is missing');
      return storedJson<SliceSummary>(content);
    }),
  );
