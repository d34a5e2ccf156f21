import type { TableName } from '../../ports/tables.ts';
import type { Identity, RecordName, Records } from '../../domain/change.ts';

/** DynamoDB's own view of a record: its table, its key, and which fields the key already says. */
interface Layout<R extends RecordName> {
  table: TableName;
  key(id: Identity[R]): { pk: string; sk?: string };
  identity(pk: string, sk: string): Identity[R];
}

const tail = (key: string, from: number): string => key.split('#').slice(from).join('#');
const org = (organizationId: string) => `ORG#${organizationId}`;
const organizationOf = (pk: string) => ({ organizationId: tail(pk, 1) });

/** A record that lives under its organization: `ORG#id` / `PREFIX#rest`. */
const underOrganization = <R extends RecordName>(
  sort: (id: Identity[R]) => string,
  parse: (parts: string[]) => Omit<Identity[R], 'organizationId'>,
): Layout<R> => ({
  table: 'Core',
  key: (id) => ({ pk: org((id as { organizationId: string }).organizationId), sk: sort(id) }),
  identity: (pk, sk) => ({ ...organizationOf(pk), ...parse(sk.split('#')) }) as Identity[R],
});

/** Every record's place (decisions.md, "Records"). Keys start from the owner, so a foreign id is simply not there. */
export const layouts: { [R in RecordName]: Layout<R> } = {
  organization: underOrganization(
    () => 'ORG',
    () => ({}),
  ),
  member: underOrganization(
    (id) => `MEMBER#${id.personId}`,
    ([, personId = '']) => ({ personId }),
  ),
  repository: underOrganization(
    (id) => `REPO#${id.repositoryId}`,
    ([, repositoryId = '']) => ({ repositoryId }),
  ),
  repositoryName: underOrganization(
    (id) => `NAME#${id.name}`,
    ([, ...name]) => ({ name: name.join('#') }),
  ),
  scan: underOrganization(
    (id) => `SCAN#${id.scanId}`,
    ([, scanId = '']) => ({ scanId }),
  ),
  dedup: underOrganization(
    (id) => `DEDUP#${id.repositoryId}#${id.digest}`,
    ([, repositoryId = '', digest = '']) => ({ repositoryId, digest }),
  ),
  idempotency: underOrganization(
    (id) => `IDEM#${id.operation}#${id.key}`,
    ([, operation = '', ...key]) => ({ operation, key: key.join('#') }),
  ),
  waiter: underOrganization(
    (id) => `WAITER#${id.slot}`,
    ([, slot = '0']) => ({ slot: Number(slot) }),
  ),
  upload: underOrganization(
    (id) => `UPLOAD#${id.uploadId}`,
    ([, uploadId = '']) => ({ uploadId }),
  ),
  pool: {
    table: 'Core',
    key: (id) => ({ pk: `ACCOUNT#${id.accountId}`, sk: `POOL#${id.pool}` }),
    identity: (pk, sk) => ({ accountId: tail(pk, 1), pool: tail(sk, 1) as Records['pool']['pool'] }),
  },
  ledgerEntry: {
    table: 'Ledger',
    key: (id) => ({ pk: `ACCOUNT#${id.accountId}#${id.pool}`, sk: id.cause }),
    identity: (pk, sk) => {
      const [, accountId = '', pool] = pk.split('#');
      return { accountId, pool: pool as Records['ledgerEntry']['pool'], cause: sk };
    },
  },
  token: { table: 'Tokens', key: (id) => ({ pk: id.tokenHash }), identity: (pk) => ({ tokenHash: pk }) },
};

export const keyOf = <R extends RecordName>(
  record: R,
  id: Identity[R],
): { table: TableName; key: Record<string, string> } => {
  const layout = layouts[record];
  return { table: layout.table, key: layout.key(id) as Record<string, string> };
};

const lists = {
  members: { record: 'member', prefix: 'MEMBER#', forward: true },
  repositories: { record: 'repository', prefix: 'REPO#', forward: true },
  scans: { record: 'scan', prefix: 'SCAN#', forward: false },
  waiters: { record: 'waiter', prefix: 'WAITER#', forward: true },
} as const;

/** The lists that are a range of sort keys under an organization. */
export const organizationLists: Record<
  string,
  { record: RecordName; prefix: string; forward: boolean } | undefined
> = lists;
