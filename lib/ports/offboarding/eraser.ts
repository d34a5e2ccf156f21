import type { Change } from '@scangate/domain/record-changes';
import type { TableName } from '../tables.ts';

export interface RowKey {
  pk: string;
  sk?: string;
}

/** A stored row of any record. */
export interface StoredRow {
  table: TableName;
  key: RowKey;
  fields: Readonly<Record<string, unknown>>;
}

/**
 * A row to delete. A row outside the organization's partition must have this value, which shows that it belongs to
 * the organization.
 */
export interface ErasableRow extends StoredRow {
  owned?: { field: string; value: string };
}

/** Deletes rows of one organization, and nothing else: its role is restricted to the organization. */
export interface OrganizationEraser {
  /**
   * Reads the next rows under the organization or under its billing account. The rows of an organization are in several
   * partitions, its own one first; the rows of one page are in one of them, in the order of their keys, and an empty page
   * is the end of all.
   */
  rows(
    owner: 'organization' | 'account',
    options: { prefix?: string; after?: RowKey; limit: number },
  ): Promise<StoredRow[]>;
  /** Reads the remaining rows of the organization in the table of tokens. */
  tokens(limit: number): Promise<StoredRow[]>;
  /** Reads all rows of a person. */
  person(personId: string): Promise<StoredRow[]>;
  /** Returns the rows among these that exist. */
  existing(rows: readonly Pick<StoredRow, 'table' | 'key'>[]): Promise<StoredRow[]>;
  /**
   * Finds all entries of the organization in the index of components. It reads the keys of the whole table, so it is only
   * for entries that no list names any more.
   */
  indexEntries(): Promise<RowKey[]>;
  /** Deletes up to 99 rows and writes the progress, all or nothing. @throws the conflict of `progress`. */
  erase(rows: readonly ErasableRow[], progress: Change<'erased'>): Promise<void>;
  /** Lists keys of objects of the organization, in order. */
  objects(limit: number): Promise<string[]>;
  removeObjects(keys: readonly string[]): Promise<void>;
}

export interface Erasers {
  /** Assumes the one role that may delete, restricted to this organization. */
  of(organizationId: string): Promise<OrganizationEraser>;
}
