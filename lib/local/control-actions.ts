import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { dynamoStore } from '../adapters/dynamodb/store.ts';
import { adjustPool } from '../domain/billing/adjust-pool.ts';
import { PoolMoved } from '../domain/billing/refund-scan.ts';
import type { Change } from '../domain/change.ts';
import { issueToken } from '../domain/issue-token.ts';
import { checkParent, provisionOrganization, type NewMember } from '../domain/organizations/provision.ts';
import { Problem } from '../domain/problem.ts';
import { roles, scopesOfRole, type Role, type TokenKind } from '../domain/roles.ts';
import { refusalError, commitOrThrow, type Store } from '../ports/store.ts';
import type { TableName } from '../ports/tables.ts';
import type { ControlActions } from './control.ts';
import { auditLedger } from './ledger-audit.ts';
import { StartFailure } from './start-failure.ts';
import type { CloudContext } from './start.ts';

const sessionMs = 12 * 60 * 60_000;
const variables: Record<TableName, string> = {
  Core: 'CORE_TABLE',
  Ledger: 'LEDGER_TABLE',
  Tokens: 'TOKENS_TABLE',
};

/** The tables' names, as the operator's function is told them by the template. */
const tableNames = ({ plan }: CloudContext): Record<TableName, string> => {
  const environment = plan.functions.find((fn) =>
    Object.values(variables).every((name) => name in fn.environment),
  )?.environment;
  if (!environment) throw new StartFailure('No function of the template knows all tables.');
  const name = (table: TableName): string => environment[variables[table]] ?? '';
  return { Core: name('Core'), Ledger: name('Ledger'), Tokens: name('Tokens') };
};

const clientOf = ({ environment }: CloudContext): DynamoDBDocumentClient => {
  const client = new DynamoDBClient({
    endpoint: environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
    region: environment['AWS_REGION'] ?? '',
    credentials: {
      accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
};

/** A credential of a person, with all that its role can use; a service token has what pipelines need. */
const credential = (kind: TokenKind, organizationId: string, person: NewMember, now: Date) =>
  issueToken(
    {
      kind,
      name: `local ${kind}`,
      ...(kind === 'session' && { expiresAt: new Date(now.getTime() + sessionMs).toISOString() }),
    },
    { organizationId, ...person, scopes: scopesOfRole(person.role) },
    { tokenId: randomUUID(), random: randomBytes(60) },
    now.toISOString(),
  );

const insertToken = ({ token }: ReturnType<typeof issueToken>): Change<'token'> => ({
  change: 'insert',
  record: 'token',
  item: token,
});

const newPerson = (role: Role): NewMember => {
  const personId = randomUUID();
  return { personId, role, email: `${role}-${personId.slice(0, 8)}@example.com` };
};

const createOrganization =
  (store: Store): ControlActions['createOrganization'] =>
  async ({ createdAt, ...order }, now) => {
    const organizationId = randomUUID();
    if (order.parent) checkParent(await store.get('organization', { organizationId: order.parent }));
    const people = roles.map(newPerson);
    const at = createdAt ? new Date(createdAt) : now;
    const issued = people.map((person) => ({
      role: person.role,
      personal: credential('personal', organizationId, person, now),
      session: credential('session', organizationId, person, now),
    }));
    const [owner = newPerson('owner')] = people;
    const service = credential('service', organizationId, owner, now);
    await commitOrThrow(store, [
      ...provisionOrganization(order, organizationId, people, at.toISOString()),
      ...issued.flatMap(({ personal, session }) => [insertToken(personal), insertToken(session)]),
      insertToken(service),
    ]);
    return {
      organizationId,
      tokens: {
        ...Object.fromEntries(issued.map(({ role, personal }) => [role, personal.secret])),
        service: service.secret,
      },
      sessions: Object.fromEntries(issued.map(({ role, session }) => [role, session.secret])),
    };
  };

const addPerson =
  (store: Store): ControlActions['addPerson'] =>
  async (organizationId, role, now) => {
    const person = newPerson(role);
    const [personal, session] = [
      credential('personal', organizationId, person, now),
      credential('session', organizationId, person, now),
    ];
    await commitOrThrow(store, [
      {
        change: 'update',
        record: 'organization',
        id: { organizationId },
        add: { owners: role === 'owner' ? 1 : 0 },
        refused: () => new Problem('not_found', { detail: 'No such organization.' }),
      },
      {
        change: 'insert',
        record: 'member',
        item: { organizationId, ...person, joinedAt: now.toISOString() },
      },
      insertToken(personal),
      insertToken(session),
    ]);
    return { personId: person.personId, token: personal.secret, session: session.secret };
  };

const adjust =
  (store: Store): ControlActions['adjustPool'] =>
  async (organizationId, { pool, amount, motif }, now) => {
    const adjustmentId = randomUUID();
    for (;;) {
      const organization = await store.get('organization', { organizationId });
      const accountId = organization?.billingAccountId ?? organizationId;
      const found = await store.get('pool', { accountId, pool }, { consistent: true });
      if (!found) throw new Problem('not_found', { detail: 'No such organization.' });
      const refusal = await store.commit(adjustPool(found, amount, motif, adjustmentId, now.toISOString()));
      const error = refusal && refusalError(refusal);
      if (error && !(error instanceof PoolMoved)) throw error;
      const after = error ? undefined : await store.get('pool', { accountId, pool }, { consistent: true });
      if (after) return { pool, available: after.available };
    }
  };

/** What the control plane does with organizations: the service's own rules and store, in this process. */
export const controlActions = (cloud: CloudContext): ControlActions => {
  const client = clientOf(cloud);
  const names = tableNames(cloud);
  const store = dynamoStore({
    client,
    tableName: (table) => names[table],
    random: Math.random,
    sleep: async (delayMs) => sleep(delayMs),
  });
  return {
    createOrganization: createOrganization(store),
    addPerson: addPerson(store),
    adjustPool: adjust(store),
    auditLedger: () => auditLedger(client, { core: names.Core, ledger: names.Ledger }),
  };
};
