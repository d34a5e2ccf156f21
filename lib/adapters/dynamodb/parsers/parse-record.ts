import type { RecordName, Records } from '@scangate/domain/record-changes';
import { DamagedRecord } from '#ports/store.ts';
import { billingRecordFields } from './billing-parsers.ts';
import { identityRecordFields } from './identity-parsers.ts';
import { integrationRecordFields } from './integration-parsers.ts';
import { objectOfBoth, type FieldParsers, type ParseBoth } from './parse-value.ts';
import { scanRecordFields } from './scan-parsers.ts';
import { trackingRecordFields } from './tracking-parsers.ts';
import { waiverRecordFields } from './waiver-parsers.ts';
import { watchRecordFields } from './watch-parsers.ts';

/** A record or a field without a parser does not compile. */
const recordFields: { [R in RecordName]: FieldParsers<Records[R]> } = {
  ...scanRecordFields,
  ...billingRecordFields,
  ...trackingRecordFields,
  ...waiverRecordFields,
  ...watchRecordFields,
  ...identityRecordFields,
  ...integrationRecordFields,
};

const parsers = new Map<RecordName, ParseBoth<unknown>>();

/** The parser of a record, which is made once. */
const parserOf = <R extends RecordName>(record: R): ParseBoth<unknown> => {
  const parse = parsers.get(record) ?? objectOfBoth<Records[R]>(recordFields[record]);
  parsers.set(record, parse);
  return parse;
};

const nothing = {};

/**
 * Turns a stored row into a record. This is the only place that does so (docs/adr/0022-records-and-keys.md).
 * @param identity has the fields that are part of the row's key.
 * @throws DamagedRecord that names the record and the field when the row does not match the record's type.
 */
export const parseRecord = <R extends RecordName>(
  record: R,
  row: unknown,
  identity: Readonly<Record<string, unknown>> = nothing,
): Records[R] => {
  try {
    return parserOf(record)(row, identity) as Records[R];
  } catch (error) {
    const message = `a stored ${record} is damaged: ${(error as Error).message}`;
    throw new DamagedRecord(record, message, { cause: error });
  }
};
