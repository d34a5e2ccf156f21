import type { Organization } from '#test/simulation/actors/organization.ts';
import type { Ownership } from './ownership.ts';

/** Something that somebody reads on some way. */
interface Reading {
  reader: Organization;
  /** The operation that answers, or the way on which something is sent. */
  where: string;
  trace: string;
}

/**
 * The most that is read of a related organization on some way: its own id, with its name or what stands in its pools, all ids, or
 * everything.
 */
type Extent = 'id' | 'name' | 'pool' | 'ids' | 'everything';
type Extents = Readonly<Record<string, Extent>>;

/** An organization that pays reads its own books, in which its clients are. */
const ofClients: Extents = {
  'list-ledger': 'everything',
  'export-ledger': 'everything',
  'get-usage': 'everything',
  'export-usage': 'everything',
  'list-licenses': 'everything',
  'list-budgets': 'name',
  'set-budget': 'name',
  'list-audit-events': 'id',
  'a mail': 'id',
  // It contains the ledger, the licenses and what clients spent.
  'an export': 'everything',
  // It contains the ledger, which auditors of the payer verify.
  'an auditor pack': 'ids',
};

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A client sees who pays for it. */
const ofPayer: Extents = {
  'list-ledger': 'pool',
  'export-ledger': 'pool',
  'get-organization': 'id',
  'change-organization': 'id',
  // It contains the ledger.
  'an export': 'pool',
};

/** Clients of one payer see each other's ids in the books that they share (docs/adr/0033-ledger-of-a-client.md). */
const ofSiblings: Extents = { 'list-ledger': 'id', 'export-ledger': 'id', 'an export': 'id' };

const extentsOf = (reader: Organization, owner: Organization): Extents => {
  if (owner.parent === reader.organizationId) return ofClients;
  if (reader.parent === owner.organizationId) return ofPayer;
  return reader.parent !== undefined && reader.parent === owner.parent ? ofSiblings : {};
};

/** Finds whose something is that an organization may not read; undefined for what it may read. */
export const foreignOwner = (
  { reader, where, trace }: Reading,
  ownership: Ownership,
): Organization | undefined => {
  const owner = ownership.ownerOf(trace);
  if (!owner || owner === reader) return undefined;
  const extent = extentsOf(reader, owner)[where];
  const isPermitted =
    extent === 'everything' ||
    (extent !== undefined && trace === owner.organizationId) ||
    (extent === 'name' && trace === owner.taint) ||
    (extent === 'ids' && idPattern.test(trace)) ||
    (extent === 'pool' && ownership.isOfPool(trace));
  return isPermitted ? undefined : owner;
};
