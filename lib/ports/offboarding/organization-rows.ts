import type { RecordName, Records } from '@scangate/domain/record-changes';

/** A record of any kind. */
export type AnyRecord = { [R in RecordName]: { record: R; item: Records[R] } }[RecordName];

/** Reads everything that is stored under an organization, or under its billing account. */
export interface OrganizationRows {
  /** A page of rows; `position` is where the next page begins, absent at the end. */
  read(
    owner: { organizationId: string } | { accountId: string },
    position?: string,
  ): Promise<{ records: AnyRecord[]; position?: string }>;
}
