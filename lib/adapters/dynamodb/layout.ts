import type { TableName } from '#ports/tables.ts';
import type { RecordKeys, RecordName, Records } from '@scangate/domain/record-changes';

/** A whole record includes the fields of its key. */
type Keyed<R extends RecordName> = RecordKeys[R] | Records[R];

/** The table and key of a record, and the fields that are part of the key. */
export interface Layout<R extends RecordName> {
  table: TableName;
  key(id: Keyed<R>): { pk: string; sk?: string };
  identity(pk: string, sk: string): RecordKeys[R];
}

/** Returns a key without its first parts. */
export const tail = (key: string, from: number): string => {
  let at = 0;
  for (let part = 0; part < from; part += 1) {
    at = key.indexOf('#', at) + 1;
    if (at === 0) return '';
  }
  return key.slice(at);
};
export const org = (organizationId: string) => `ORG#${organizationId}`;
/** An id has no `#`; a part of the organization may follow it. */
const organizationOf = (pk: string) => {
  const [from, through] = [pk.indexOf('#') + 1, pk.indexOf('#', pk.indexOf('#') + 1)];
  return { organizationId: from === 0 ? '' : pk.slice(from, through === -1 ? undefined : through) };
};

/** A record under its organization: `ORG#id` / `PREFIX#rest`. */
export const underOrganization = <R extends RecordName>(
  sort: (id: Keyed<R>) => string,
  parse: (parts: string[]) => Omit<RecordKeys[R], 'organizationId'>,
): Layout<R> => ({
  table: 'Core',
  key: (id) => ({ pk: org((id as { organizationId: string }).organizationId), sk: sort(id) }),
  identity: (pk, sk) => ({ ...organizationOf(pk), ...parse(sk.split('#')) }) as RecordKeys[R],
});

/** A record under its billing account: `ACCOUNT#id` / `PREFIX#rest`. */
export const underAccount = <R extends RecordName>(
  sort: (id: Keyed<R>) => string,
  parse: (parts: string[]) => Omit<RecordKeys[R], 'accountId'>,
): Layout<R> => ({
  table: 'Core',
  key: (id) => ({ pk: `ACCOUNT#${(id as { accountId: string }).accountId}`, sk: sort(id) }),
  identity: (pk, sk) => ({ accountId: tail(pk, 1), ...parse(sk.split('#')) }) as RecordKeys[R],
});

/** A record under a value that belongs to no organization: `PARTITION#value` / `SORT`. */
export const underValue = <R extends RecordName>(
  { partition, sort }: { partition: string; sort: string },
  field: keyof RecordKeys[R] & string,
): Layout<R> => ({
  table: 'Core',
  key: (id) => ({ pk: `${partition}#${String((id as RecordKeys[R])[field])}`, sk: sort }),
  identity: (pk) => ({ [field]: tail(pk, 1) }) as RecordKeys[R],
});

/** A one-time item in the table of tokens: `PARTITION#hash`. */
export const oneTime = <R extends RecordName>(
  partition: string,
  field: keyof RecordKeys[R] & string,
): Layout<R> => ({
  table: 'Tokens',
  key: (id) => ({ pk: `${partition}#${String((id as RecordKeys[R])[field])}` }),
  identity: (pk) => ({ [field]: tail(pk, 1) }) as RecordKeys[R],
});
