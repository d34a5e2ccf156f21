import { canonicalJson, sha256 } from '@scangate/engines/model/digest';
import type { LedgerView } from './ledger-view.ts';

/** The fields that a row can show as digests. */
const redactedFields = ['scanId', 'projectUnitId', 'personId'] as const;
type RedactedField = (typeof redactedFields)[number];

const digest = /^sha256:[0-9a-f]{64}$/;

/**
 * Returns the digest that represents a value. The scan's id, which cannot be guessed, is part of it, so that the
 * value cannot be guessed either, and the same person or unit has another digest in each scan. A digest represents
 * itself.
 */
const digestOf = (field: RedactedField, value: string, scanId: string): string =>
  digest.test(value) ? value : `sha256:${sha256(canonicalJson([field, value, scanId]))}`;

/** The cause of an entry of a scan names scan and unit: `consume#<scan>#<unit>`. */
const redactedCause = (cause: string, scanId: string): string => {
  const [kind = '', ...parts] = cause.split('#');
  const digests = parts.map((part, index) =>
    digestOf(index === 0 ? 'scanId' : 'projectUnitId', part, scanId),
  );
  return [kind, ...digests].join('#');
};

/**
 * Returns a row with digests in place of scan, unit and person. The chain hashes this form, so that a row can be
 * shown either way and verified (docs/adr/0033-ledger-of-a-client.md). A row that already shows digests is
 * unchanged.
 */
export const redactedRow = <R extends LedgerView>(row: R): R => {
  const { scanId = '' } = row;
  const digests = redactedFields.flatMap((field) => {
    const value = row[field];
    return value === undefined ? [] : [[field, digestOf(field, value, scanId)] as const];
  });
  const cause = row.scanId === undefined ? row.cause : redactedCause(row.cause, scanId);
  return { ...row, ...Object.fromEntries(digests), cause };
};

/** Returns whether a row shows digests. */
export const showsDigests = ({ scanId, personId }: Pick<LedgerView, 'scanId' | 'personId'>): boolean =>
  [scanId, personId].some((value) => value !== undefined && digest.test(value));

/**
 * Returns the row as an organization may see it: scan, unit and person of any other organization as digests.
 * @param viewer the client organization; the owner of the ledger sees everything.
 */
export const rowForViewer = <R extends LedgerView>(row: R, viewer: string | undefined): R =>
  viewer === undefined || row.organizationId === viewer ? row : redactedRow(row);
