/**
 * Returns the kind of a row under an organization or account: the beginning of its sort key, `MEMBER` for
 * `MEMBER#id`.
 */
export const kindOfRow = (sortKey: string): string => sortKey.split('#', 1)[0] ?? sortKey;

/**
 * The kind by which a deleted row is counted, and its key. Rows outside of the organization have the kind of their
 * partition.
 */
export const deletedRow = ({
  table,
  key: { pk, sk },
}: {
  table: string;
  key: { pk: string; sk?: string };
}): { kind: string; key: string } => ({
  kind: sk === undefined ? 'TOKEN' : kindOfRow(pk.startsWith('ORG#') ? sk : pk),
  key: `${table} ${pk} ${sk ?? ''}`,
});

/** Books that the law requires. They identify the account by its id alone. */
const keptKinds: ReadonlySet<string> = new Set(['INVOICE']);

/** Returns whether the law requires keeping a row after the erasure. */
export const isKeptRow = (sortKey: string): boolean => keptKinds.has(kindOfRow(sortKey));

type Fields = Readonly<Record<string, unknown>>;

/** A row outside of the organization, and the field that states its owner. */
export interface ReferencedRow {
  pk: string;
  sk: string;
  owned: { field: string; value: string };
}

/**
 * Lists the rows outside of the organization to which one of its rows refers; those of people are found by reading
 * them.
 */
export const referencedRows = (
  organizationId: string,
  sortKey: string,
  fields: Fields = {},
): ReferencedRow[] => {
  const [kind, id = ''] = sortKey.split('#');
  const owned = { field: 'organizationId', value: organizationId };
  const { badgeId } = fields;
  if (kind === 'REPO' && typeof badgeId === 'string') return [{ pk: `BADGE#${badgeId}`, sk: 'BADGE', owned }];
  if (kind === 'DOMAIN')
    return [
      {
        pk: `DOMAIN#${id}`,
        sk: 'DOMAIN',
        owned,
      },
    ];
  // The position of the job that removes old payloads is a row of that job, whose key names the organization.
  const position = `SHARD#${organizationId}`;
  if (kind === 'ORG') return [{ pk: 'JOB#purged', sk: position, owned: { field: 'sk', value: position } }];
  return [];
};

/** A row of a person, as it is stored. */
export interface PersonRow {
  sk: string;
  fields: Fields;
}

/** The result for a person who was a member: the rows to delete, and the identities to check. */
export interface PersonErasure {
  /** Sort keys below the person. */
  rows: string[];
  /** Hashes; those of the organization's own issuer are deleted in any case, the others with the person. */
  identities: string[];
  leavesNothing: boolean;
}

/** Decides what is deleted of a person: a person without another organization is deleted as a whole. */
export const erasePerson = (organizationId: string, rows: readonly PersonRow[]): PersonErasure => {
  const own = `ORG#${organizationId}`;
  const others = rows.filter(({ sk, fields }) => sk.startsWith('ORG#') && sk !== own && !fields['removedAt']);
  const leavesNothing = others.length === 0;
  const person = rows.find(({ sk }) => sk === 'PERSON');
  const identities = person?.fields['identities'];
  return {
    rows: rows.map(({ sk }) => sk).filter((sk) => sk === own || (leavesNothing && sk === 'PERSON')),
    identities: Array.isArray(identities) ? identities.map(String) : [],
    leavesNothing,
  };
};
