import { digestOf } from '@scangate/engines/model/digest';
import { exportLine } from '@scangate/domain/offboarding/export-views';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import type { RecordName } from '@scangate/domain/record-changes';
import type { Readable } from 'node:stream';
import type { BlobLister, BlobReader } from '#ports/blobs.ts';
import type { AnyRecord, OrganizationRows } from '#ports/offboarding/organization-rows.ts';
import type { ListName, Lists, StoreReader } from '#ports/store.ts';

/** Areas whose objects are copied as stored. */
type ExportedArea = 'pipelines' | 'results';

export interface ExportSources {
  store: Pick<StoreReader, 'list' | 'get'>;
  rows: OrganizationRows;
  blobs: BlobReader<ExportedArea> & BlobLister<ExportedArea>;
}

/** A file of an export. */
interface ExportFile {
  path: string;
  content: string | Readable;
  /** The size of the content, before it is compressed. */
  bytes: number;
}

/** A page of files, and the start of the next one. */
interface FilesPage {
  files: ExportFile[];
  position?: string;
}

interface Organization {
  organizationId: string;
  billingAccountId: string;
}

/** Reads a page of one source. The position is specific to the source; it is absent at its start and its end. */
type Source = (
  organization: Organization,
  sources: ExportSources,
  position: string | undefined,
) => Promise<FilesPage>;

const jsonLines = (records: readonly AnyRecord[], at: string): ExportFile[] =>
  [...Map.groupBy(records, ({ record }) => record)].flatMap(([record, some]) => {
    const lines = some.flatMap(({ item }) => exportLine(record, item as never) ?? []);
    if (lines.length === 0) return [];
    const content = lines.map((line) => `${line}\n`).join('');
    return [{ path: `records/${record}-${at}.jsonl`, content, bytes: Buffer.byteLength(content) }];
  });

/** Names of files in one export are distinguished by the position at which they begin. */
const label = (position: string | undefined): string =>
  position === undefined ? '0' : digestOf(position).slice('sha256:'.length);

const rowsOf =
  (ownerOf: (organization: Organization) => Parameters<OrganizationRows['read']>[0] | undefined): Source =>
  async (organization, { rows }, position) => {
    const owner = ownerOf(organization);
    if (!owner) return { files: [] };
    const page = await rows.read(owner, position);
    return {
      files: jsonLines(page.records, label(position)),
      ...(page.position !== undefined && { position: page.position }),
    };
  };

const listOf =
  <L extends ListName>(
    list: L,
    record: Lists[L]['record'] & RecordName,
    ownerOf: (organization: Organization) => Lists[L]['owner'] | undefined,
  ): Source =>
  async (organization, { store }, position) => {
    const owner = ownerOf(organization);
    if (!owner) return { files: [] };
    const options = { limit: 200, ...(position !== undefined && { cursor: position }) };
    const page = await store.list(list, owner, options);
    const records = page.items.map((item) => ({ record, item }) as AnyRecord);
    const files = jsonLines(records, `${list}-${label(position)}`);
    return { files, ...(page.cursor !== undefined && { position: page.cursor }) };
  };

/**
 * The people of the organization; their other memberships are left out, and so are the addresses of people who left.
 */
const people: Source = async ({ organizationId }, { store }, position) => {
  const page = await store.list(
    'members',
    { organizationId },
    { limit: 100, ...(position !== undefined && { cursor: position }) },
  );
  const present = page.items.filter(({ removedAt }) => removedAt === undefined);
  const found = await Promise.all(present.map(({ personId }) => store.get('person', { personId })));
  const records = found.flatMap((item) => (item ? [{ record: 'person', item } as AnyRecord] : []));
  return {
    files: jsonLines(records, label(position)),
    ...(page.cursor !== undefined && { position: page.cursor }),
  };
};

const objectsPerPage = 50;

/** Copies the objects of an area as stored. */
const objectsOf =
  (area: ExportedArea): Source =>
  async ({ organizationId }, { blobs }, position) => {
    const names = await blobs.names(area, organizationId, {
      limit: objectsPerPage,
      ...(position !== undefined && { after: position }),
    });
    const files: ExportFile[] = [];
    for (const { name, bytes } of names) {
      const content = await blobs.open({ area, organizationId, name });
      if (content) files.push({ path: `${area}/${name}`, content, bytes });
    }
    // A page may be short although more objects follow, so that only an empty one is the last.
    const last = names.at(-1)?.name;
    return { files, ...(last !== undefined && { position: last }) };
  };

/** The account of a client organization is its parent's. */
const ownAccount = ({ organizationId, billingAccountId }: Organization) =>
  organizationId === billingAccountId ? { accountId: organizationId } : undefined;

const ledgerOf = (pool: (typeof poolNames)[number]): [string, Source][] => [
  [
    `ledger-${pool}`,
    listOf('ledger', 'ledgerEntry', (organization) => {
      const owner = ownAccount(organization);
      return owner && { ...owner, pool };
    }),
  ],
  [
    `seals-${pool}`,
    listOf('seals', 'ledgerSeal', (organization) => {
      const owner = ownAccount(organization);
      return owner && { ...owner, pool };
    }),
  ],
];

/** Everything that an organization has, source by source, in this order. */
const sources: readonly (readonly [name: string, source: Source])[] = [
  ['organization', rowsOf(({ organizationId }) => ({ organizationId }))],
  ['account', rowsOf(ownAccount)],
  ...poolNames.flatMap(ledgerOf),
  ['tokens', listOf('tokens', 'token', ({ organizationId }) => ({ organizationId }))],
  ['people', people],
  ['pipelines', objectsOf('pipelines')],
  // SBOMs, findings and assessments.
  ['results', objectsOf('results')],
];

/** Reads the next files. @param position `source` or `source position`, as an earlier page stated it. */
export const nextExportFiles = async (
  organization: Organization,
  ports: ExportSources,
  position: string | undefined,
): Promise<FilesPage> => {
  const [name, ...within] = position?.split(' ') ?? [];
  const index = name === undefined ? 0 : sources.findIndex(([known]) => known === name);
  const [current, source] = sources[index] ?? [];
  if (current === undefined || !source) throw new Error('an export has no such source');
  const page = await source(organization, ports, within.length > 0 ? within.join(' ') : undefined);
  if (page.position !== undefined) return { files: page.files, position: `${current} ${page.position}` };
  const following = sources[index + 1]?.[0];
  return { files: page.files, ...(following !== undefined && { position: following }) };
};
