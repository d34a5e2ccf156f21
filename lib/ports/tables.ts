/** The tables and their keys, which the infrastructure creates and the DynamoDB store uses. */
export const tables = {
  Core: {
    sort: true,
    ttl: 'ttl',
    indexes: {
      dueQueue: { partition: 'dueQueue', sort: 'dueAt', projection: 'keys' },
      trackedFindings: { partition: 'listedOf', sort: 'listedBy', projection: 'all' },
    },
  },
  Ledger: {
    sort: true,
    ttl: undefined,
    indexes: { byTime: { partition: 'pk', sort: 'at', projection: 'all' } },
  },
  Tokens: {
    sort: false,
    ttl: 'ttl',
    indexes: {
      byOrganization: { partition: 'organizationId', sort: 'createdAt', projection: 'keys' },
      /** Holds tokens that people issued, and neither sessions nor those of pipelines. */
      byPerson: { partition: 'listedOf', sort: 'listedBy', projection: 'keys' },
    },
  },
} as const;

/** The prefixes of the partition keys of the Ledger table, by which IAM distinguishes entries from seals. */
export const ledgerPartitions = { ledgerEntry: 'ACCOUNT#', ledgerSeal: 'SEALS#' } as const;

/** The prefix of the keys of invitation links in the Tokens table, by which IAM distinguishes them from credentials. */
export const invitationRows = 'INVITATION#';

/** The prefix of the keys of auditor pack links in the Tokens table. */
export const linkRows = 'LINK#';

/** The prefix of the keys of command-line logins in the Tokens table. */
export const deviceRows = 'DEVICE';

/** The prefix of the keys of refusals in the Core table, which every endpoint may add. */
export const refusalRows = 'REFUSAL#';

/** All keys are strings: `pk`, and `sk` where the table has a sort key. */
export type TableName = keyof typeof tables;
