import {
  beginErasure,
  countDeleted,
  countObjects,
  nextPhase,
} from '@scangate/domain/offboarding/erasure-progress';
import { isDueForErasure } from '@scangate/domain/offboarding/close-organization';
import { deletedRow, isKeptRow } from '@scangate/domain/offboarding/rows-to-erase';
import type { Erased, ErasurePhase } from '@scangate/domain/records';
import type { BlobReader } from '#ports/blobs.ts';
import type { Log } from '#ports/log.ts';
import type {
  ErasableRow,
  Erasers,
  OrganizationEraser,
  RowKey,
  StoredRow,
} from '#ports/offboarding/eraser.ts';
import type { Mailer } from '#ports/mail/mailer.ts';
import type { CustomerRemover } from '#ports/payment-provider.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { LedgerSealStore } from '#ports/evidence/ledger-seal-store.ts';
import { storedPackageList } from '../components/stored-package-list.ts';
import { eraseLastRows } from './erase-last-rows.ts';
import { nextRowsToDelete } from './rows-to-delete.ts';

export interface ErasurePorts {
  store: Pick<Store<'organization' | 'paymentAccount' | 'erased'>, 'get' | 'commit'>;
  erasers: Erasers;
  blobs: BlobReader<'index'> & BlobReader<'results'>;
  paymentProvider: CustomerRemover;
  sealStore: LedgerSealStore;
  mailer: Mailer;
  log: Log;
}

/** The index entries that are left to erase, kept from step to step of a run. */
interface IndexEntries {
  /** The unit whose entries are erased now. */
  unit?: string;
  /** Keys that its entries may have. */
  left: RowKey[];
  /** All entries of the organization, where a list is lost. */
  all?: RowKey[];
}

/** A step of an erasure: its progress, the ports, and the role that deletes. */
export interface ErasureStep {
  erased: Erased;
  ports: ErasurePorts;
  eraser: OrganizationEraser;
  now: Date;
  index: IndexEntries;
  /** The partition of the rows that the step before deleted; those before it were empty. */
  walk: { from?: RowKey | undefined };
}

/** DynamoDB accepts 100 writes per transaction; one of them is the progress. */
export const rowsPerStep = 99;
const objectsPerStep = 500;
const keysAtOnce = 1000;

/** Deletes rows and counts them. */
const eraseRows = async (rows: readonly ErasableRow[], { erased, eraser }: ErasureStep): Promise<Erased> => {
  const counted = countDeleted(erased, rows.map(deletedRow));
  await eraser.erase(rows, counted.change);
  return counted.erased;
};

const advance = async ({ erased, ports }: ErasureStep): Promise<Erased> => {
  const next = nextPhase(erased);
  await commitOrThrow(ports.store, [next.change]);
  return next.erased;
};

/** Everything at the payment provider except invoices is deleted with the customer. */
const erasePayments = async (step: ErasureStep): Promise<Erased> => {
  const { organizationId: accountId } = step.erased;
  const { store, paymentProvider } = step.ports;
  const payment = await store.get('paymentAccount', { accountId }, { consistent: true });
  if (payment?.customerId !== undefined) await paymentProvider.deleteCustomer(payment.customerId);
  return advance(step);
};

/** @throws Error for a row without its lists: its packages would stay in the index. */
const listsOf = ({ fields }: ErasableRow): string[] => {
  const { lists } = fields;
  if (!Array.isArray(lists)) throw new Error('an indexed unit has no lists');
  return lists.map(String);
};

/** Returns the keys of index entries that the lists name; undefined when a list is lost. */
const namedEntries = async (
  { lists, sk }: { lists: readonly string[]; sk: string },
  { organizationId, blobs }: { organizationId: string; blobs: ErasurePorts['blobs'] },
): Promise<RowKey[] | undefined> => {
  const names = new Set<string>();
  for (const name of lists) {
    const list = await storedPackageList(organizationId, name, blobs);
    if (!list) return undefined;
    for (const each of Object.keys(list)) names.add(each);
  }
  return [...names].map((name) => ({ pk: `COMPONENT#${name}`, sk }));
};

/**
 * Returns the keys that the entries of a unit may have: those that its lists name. A restored table may name a list that
 * is lost, with its scan; then all entries of the organization are looked for, once, so that the proof is true.
 */
const entriesOfUnit = async (
  row: StoredRow,
  { erased: { organizationId }, eraser, ports, index }: ErasureStep,
): Promise<RowKey[]> => {
  const [, , projectUnitId = ''] = (row.key.sk ?? '').split('#');
  const sk = `${organizationId}#${projectUnitId}`;
  const { blobs } = ports;
  const named = await namedEntries({ lists: listsOf(row), sk }, { organizationId, blobs });
  if (named) return named;
  index.all ??= await eraser.indexEntries();
  return index.all.filter((key) => key.sk === sk);
};

/** Index entries are stored under the packages; the lists of a unit tell which packages. */
const eraseComponents = async (step: ErasureStep): Promise<Erased> => {
  const { eraser, index } = step;
  const [row] = await eraser.rows('organization', { prefix: 'INDEXED#', limit: 1 });
  if (!row) return advance(step);
  const unit = row.key.sk ?? '';
  if (index.unit !== unit) {
    index.left = await entriesOfUnit(row, step);
    index.unit = unit;
  }
  const some = index.left.slice(0, keysAtOnce);
  const found = await eraser.existing(some.map((key) => ({ table: 'Core' as const, key })));
  const rows = found.slice(0, rowsPerStep);
  if (rows.length === 0 && some.length === index.left.length) return eraseRows([row], step);
  const erased = rows.length === 0 ? step.erased : await eraseRows(rows, step);
  // Entries that are gone are asked about no more; another run begins with all of them again.
  index.left = [...found.slice(rowsPerStep).map(({ key }) => key), ...index.left.slice(keysAtOnce)];
  return erased;
};

const eraseObjects = async (step: ErasureStep): Promise<Erased> => {
  const { eraser, ports, erased } = step;
  const keys = await eraser.objects(objectsPerStep);
  if (keys.length === 0) return advance(step);
  const counted = countObjects(erased, keys);
  await commitOrThrow(ports.store, [counted.change]);
  await eraser.removeObjects(keys);
  return counted.erased;
};

const tokensOf = async ({ eraser, erased }: ErasureStep): Promise<ErasableRow[]> => {
  const owned = { field: 'organizationId', value: erased.organizationId };
  return (await eraser.tokens(rowsPerStep)).map((row) => ({ ...row, owned }));
};

const eraseTokens = async (step: ErasureStep): Promise<Erased> => {
  const rows = await tokensOf(step);
  return rows.length === 0 ? advance(step) : eraseRows(rows, step);
};

/** The account of a client organization is its parent's, and is kept. The invoices of an own account are kept. */
const eraseAccount = async (step: ErasureStep): Promise<Erased> => {
  let after: RowKey | undefined;
  for (;;) {
    const page = await step.eraser.rows('account', {
      limit: rowsPerStep,
      ...(after !== undefined && { after }),
    });
    const rows = page.filter(({ key }) => !isKeptRow(key.sk ?? ''));
    if (rows.length > 0) return eraseRows(rows, step);
    after = page.at(-1)?.key;
    if (after === undefined) return advance(step);
  }
};

/**
 * The organization itself and its last owners are deleted together with the proof. A token that the index did not have
 * yet in its phase is deleted before.
 */
const eraseOrganizationRows = async (step: ErasureStep): Promise<Erased> => {
  const { rows, isLast } = await nextRowsToDelete(step);
  if (!isLast) return eraseRows(rows, step);
  const tokens = await tokensOf(step);
  return tokens.length > 0 ? eraseRows(tokens, step) : eraseLastRows(rows, step);
};

const phases: Readonly<Record<ErasurePhase, (step: ErasureStep) => Promise<Erased>>> = {
  payments: erasePayments,
  components: eraseComponents,
  objects: eraseObjects,
  tokens: eraseTokens,
  account: eraseAccount,
  organization: eraseOrganizationRows,
};

/** Loads the progress, and begins the erasure of an organization whose 30 days are over. */
const loadProgress = async (
  organizationId: string,
  { store, log }: ErasurePorts,
  now: Date,
): Promise<Erased | undefined> => {
  const known = await store.get('erased', { organizationId }, { consistent: true });
  if (known) return known;
  const organization = await store.get('organization', { organizationId }, { consistent: true });
  if (!organization || !isDueForErasure(organization, now)) {
    log.warn('an organization is not due for erasure', { organizationId });
    return undefined;
  }
  const { erased, changes } = beginErasure(organization, now);
  await commitOrThrow(store, changes);
  return erased;
};

/**
 * Erases a closed organization, step by step until it is done or the time is up. Every step may be repeated and
 * interrupted anywhere: deletions are counted in the same transaction.
 * @throws ErasureConflict when another run erases the same organization.
 */
export const eraseOrganization = async (
  { organizationId }: { organizationId: string },
  ports: ErasurePorts,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<{ organizationId: string; done: boolean }> => {
  let erased = await loadProgress(organizationId, ports, now);
  if (!erased) return { organizationId, done: true };
  const eraser = await ports.erasers.of(organizationId);
  const index: IndexEntries = { left: [] };
  const walk = {};
  while (erased.erasedAt === undefined) {
    if (signal.aborted) return { organizationId, done: false };
    erased = await phases[erased.phase]({ erased, ports, eraser, now, index, walk });
  }
  return { organizationId, done: true };
};
