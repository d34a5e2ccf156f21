import type { RecordName } from '@scangate/domain/record-changes';
import type { TableName } from '#ports/tables.ts';
import type { Layout } from '../layout.ts';
import { recordLayouts } from '../record-layouts.ts';

const kindOf = (key: string | undefined): string => key?.split('#', 1)[0] ?? '';

const place = (table: TableName, pk: string, sk: string | undefined): string =>
  [table, kindOf(pk), kindOf(sk)].join(' ');

const recordsByPlace = (): ReadonlyMap<string, RecordName> => {
  // An arbitrary id: only the beginnings of the keys that are made from it are compared.
  const anyId = new Proxy({}, { get: () => '0' });
  return new Map(
    (Object.keys(recordLayouts) as RecordName[]).map((record) => {
      const { table, key } = recordLayouts[record] as Layout<'organization'>;
      const { pk, sk } = key(anyId as never);
      return [place(table, pk, sk), record];
    }),
  );
};

let known: ReadonlyMap<string, RecordName> | undefined;

/** Returns the record of a row, by the beginnings of its keys; undefined for a row that belongs to no record. */
export const recordOfRow = (
  table: TableName,
  { pk, sk }: { pk: string; sk?: string },
): RecordName | undefined => {
  known ??= recordsByPlace();
  return known.get(place(table, pk, sk));
};
