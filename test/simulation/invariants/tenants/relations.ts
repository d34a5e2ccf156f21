import type { Organization } from '#test/simulation/actors/organization.ts';

/** Whoever reads, whose it is, on what way, and what it is. */
interface Reading {
  reader: Organization;
  owner: Organization;
  /** The operation that answers, or the way on which something is sent. */
  where: string;
  trace: string;
}

/** The most that is read of a related organization on some way: its own id, its name as well, or everything. */
type Extent = 'id' | 'name' | 'everything';
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
};

/** A client sees who pays for it. */
const ofPayer: Extents = { 'list-ledger': 'id', 'export-ledger': 'id', 'get-organization': 'id' };

/** Clients of one payer see each other's ids in the books that they share (docs/adr/0033-ledger-of-a-client.md). */
const ofSiblings: Extents = { 'list-ledger': 'id', 'export-ledger': 'id' };

const extentsOf = (reader: Organization, owner: Organization): Extents => {
  if (owner.parent === reader.organizationId) return ofClients;
  if (reader.parent === owner.organizationId) return ofPayer;
  return reader.parent !== undefined && reader.parent === owner.parent ? ofSiblings : {};
};

/** Whether an organization may read something of another one. */
export const mayRead = ({ reader, owner, where, trace }: Reading): boolean => {
  if (reader === owner) return true;
  const extent = extentsOf(reader, owner)[where];
  if (extent === 'everything') return true;
  if (trace === owner.organizationId) return extent !== undefined;
  return extent === 'name' && trace === owner.taint;
};
