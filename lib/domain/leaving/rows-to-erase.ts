/** The kind of a row under an organization or account: the beginning of its sort key, `MEMBER` for `MEMBER#id`. */
export const kindOfRow = (sortKey: string): string => sortKey.split('#', 1)[0] ?? sortKey;

/** The kind by which a deleted row is counted, and its key. Rows outside of the organization are of the kind of what they lie under. */
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

/** Books that the law asks for. They name the account by its id alone. */
const keptKinds: ReadonlySet<string> = new Set(['INVOICE']);

/** Whether the law asks to keep a row after the erasure. */
export const isKeptRow = (sortKey: string): boolean => keptKinds.has(kindOfRow(sortKey));

type Fields = Readonly<Record<string, unknown>>;

/** A row outside of the organization, and the field that says whose it is. */
export interface ReferencedRow {
  pk: string;
  sk: string;
  owned: { field: string; value: string };
}

/** Names the rows outside of the organization that one of its rows leads to; those of people are found by reading them. */
export const rowsBehind = (organizationId: string, sortKey: string, fields: Fields = {}): ReferencedRow[] => {
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
  // The place that the removal of old payloads has reached is a row of that job, which names the organization by its key.
  const position = `SHARD#${organizationId}`;
  if (kind === 'ORG') return [{ pk: 'JOB#purged', sk: position, owned: { field: 'sk', value: position } }];
  return [];
};

/** A row of a person, as it is stored. */
export interface PersonRow {
  sk: string;
  fields: Fields;
}

/** The outcome for a person who was a member: the rows to delete, and the identities to look at. */
export interface PersonErasure {
  /** Sort keys below the person. */
  rows: string[];
  /** Hashes; those of the organization's own issuer go in any case, the others with the person. */
  identities: string[];
  leavesNothing: boolean;
}

/** A person goes with their last organization. */
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
