import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { adjustCredits } from '#app/operator/adjust-credits.ts';
import { changeAccountByOperator } from '#app/operator/apply-operator-change.ts';
import { listAccounts } from '#app/operator/list-accounts.ts';
import { refundCreditPack } from '#app/operator/refund-credit-pack.ts';
import {
  adjustmentInput,
  operatorChangeInput,
  listAccountsInput,
  packRefundInput,
} from '#contract/operator-input.ts';
import { validateBody } from '#contract/validate.ts';
import { dynamoStore } from '#adapters/dynamodb/store.ts';
import { leasedStore } from '#app/credit-leases/leased-store.ts';
import { memberRecords } from '@scangate/domain/identity/members';
import {
  requirePayingParent,
  provisionOrganization,
  type NewOrganization,
} from '@scangate/domain/accounts/provision-organization';
import { Problem } from '@scangate/domain/problem';
import { roles } from '@scangate/domain/identity/roles';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { TableName } from '#ports/tables.ts';
import type { ControlActions } from './organization-routes.ts';
import { log } from '#runtime/log.ts';
import { localSession, localToken, newPerson } from '../identity/local-credentials.ts';
import { decideDevice } from '../identity/decide-device.ts';
import { demoOrganization } from '../demo/demo-account.ts';
import { linkDemoPeople } from '../identity/link-demo-people.ts';
import { setUpRegulatedDemo } from '../identity/regulated-demo.ts';
import { auditLedger } from './ledger-audit.ts';
import { ledgerKey } from './ledger-key.ts';
import { localPaymentProvider } from './local-payments.ts';
import { publishAdvisory } from './publish-advisory.ts';
import { StartFailure } from '@scangate/emulator-host/start-failure';
import type { CloudContext } from '../start.ts';

const variables: Record<TableName, string> = {
  Core: 'CORE_TABLE',
  Ledger: 'LEDGER_TABLE',
  Tokens: 'TOKENS_TABLE',
};

/** Reads the names of the tables from the environment of a function that uses all of them. */
const tableNames = ({ plan }: CloudContext): Record<TableName, string> => {
  const environment = plan.functions.find((fn) =>
    Object.values(variables).every((name) => name in fn.environment),
  )?.environment;
  if (!environment) throw new StartFailure('No function of the template uses all tables.');
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

/** The plan Regulated has agreed credits; locally it has a default, so that it can be tried. */
const agreed = <O extends NewOrganization>(input: O): O =>
  input.plan === 'Regulated' && input.parent === undefined
    ? { ...input, credits: { core: 10_000, ...input.credits } }
    : input;

const createOrganization =
  (store: Store): ControlActions['createOrganization'] =>
  async ({ createdAt, ...given }, now) => {
    const organizationId = randomUUID();
    const input = agreed(given);
    if (input.parent) requirePayingParent(await store.get('organization', { organizationId: input.parent }));
    const billingAccountId = input.parent ?? organizationId;
    const people = roles.map(newPerson);
    const at = createdAt ? new Date(createdAt) : now;
    if (at > now) throw new Problem('validation_failed', { detail: 'createdAt is in the future.' });
    const issued = people.map((person) => ({
      role: person.role,
      personal: localToken('personal', { organizationId, billingAccountId, person, now }),
      session: localSession({ organizationId, billingAccountId, person, now }),
    }));
    const [owner = newPerson('owner')] = people;
    const service = localToken('service', { organizationId, billingAccountId, person: owner, now });
    await commitOrThrow(store, [
      ...provisionOrganization(input, { organizationId, people, createdAt: at.toISOString() }),
      ...issued.flatMap(({ personal, session }) => [...personal.changes, ...session.changes]),
      ...service.changes,
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

/** Creates the organization of the Regulated demo. */
const regulatedOrganization = (store: Store) => async (now: Date) => {
  const organizationId = randomUUID();
  const owner = newPerson('owner');
  const input = agreed({ name: 'Regulated demo', plan: 'Regulated' as const });
  const made = { organizationId, people: [owner], createdAt: now.toISOString() };
  await commitOrThrow(store, provisionOrganization(input, made));
  return { organizationId, ownerId: owner.personId };
};

const addPerson =
  (store: Store): ControlActions['addPerson'] =>
  async (organizationId, role, now) => {
    const person = newPerson(role);
    const billingAccountId = await payerOf(store, organizationId);
    const [personal, session] = [
      localToken('personal', { organizationId, billingAccountId, person, now }),
      localSession({ organizationId, billingAccountId, person, now }),
    ];
    await commitOrThrow(store, [
      {
        change: 'update',
        record: 'organization',
        id: { organizationId },
        add: { owners: role === 'owner' ? 1 : 0 },
        onConflict: () => new Problem('not_found', { detail: 'No such organization.' }),
      },
      ...memberRecords({ organizationId, ...person, joinedAt: now.toISOString() }),
      ...personal.changes,
      ...session.changes,
    ]);
    return { personId: person.personId, token: personal.secret, session: session.secret };
  };

/** @returns the account that pays for an organization: its own, or that of its parent. */
const payerOf = async (store: Store, organizationId: string): Promise<string> => {
  const organization = await store.get('organization', { organizationId });
  if (!organization) throw new Problem('not_found', { detail: 'No such organization.' });
  return organization.billingAccountId;
};

const adjustPool =
  (store: Store): ControlActions['adjustPool'] =>
  async (organizationId, input, now) => {
    const accountId = await payerOf(store, organizationId);
    const adjustment = { organizationId: accountId, adjustmentId: randomUUID(), ...input };
    return adjustCredits(validateBody(adjustmentInput, adjustment), { store }, now);
  };

/** Applies an operator event; without an id each call is a new event. */
const operatorChange =
  (store: Store): ControlActions['applyOperatorChange'] =>
  async (organizationId, input, now) => {
    const event = { eventId: randomUUID(), ...input, organizationId };
    return changeAccountByOperator(validateBody(operatorChangeInput, event), { store }, now);
  };

/** Refunds a pack; without an id each call is a new refund. */
const packRefund =
  (store: Store, cloud: CloudContext): ControlActions['refundCreditPack'] =>
  async (organizationId, input, now) => {
    const accountId = await payerOf(store, organizationId);
    const refund = { refundId: randomUUID(), ...input, organizationId: accountId };
    const ports = { store, paymentProvider: await localPaymentProvider(cloud), log };
    return refundCreditPack(validateBody(packRefundInput, refund), ports, now);
  };

/** Runs the control plane's actions on organizations with the service's own rules and store, in this process. */
export const controlActions = (cloud: CloudContext): ControlActions => {
  const client = clientOf(cloud);
  const names = tableNames(cloud);
  const random = Math.random;
  const tables = dynamoStore({
    client,
    tableName: (table) => names[table],
    random,
    uuid: randomUUID,
    sleep: async (delayMs) => sleep(delayMs),
  });
  const store = leasedStore(tables, { random, uuid: randomUUID });
  return {
    createOrganization: createOrganization(store),
    addPerson: addPerson(store),
    linkDemoPeople: async (organizationId, now) =>
      linkDemoPeople(store, organizationId, { issuer: cloud.identity.signIn.issuer, now }),
    setUpRegulatedDemo: (now) =>
      setUpRegulatedDemo({ store, cloud, createOrganization: regulatedOrganization(store) }, now),
    decideDevice: (input, now) =>
      decideDevice(store, { organizationId: demoOrganization(cloud.data), ...input }, now),
    adjustPool: adjustPool(store),
    applyOperatorChange: operatorChange(store),
    refundCreditPack: packRefund(store, cloud),
    listAccounts: async (input, now) => listAccounts(validateBody(listAccountsInput, input), { store }, now),
    publishAdvisory: publishAdvisory(store, cloud),
    ledgerKey: () => ledgerKey(cloud),
    auditLedger: () => auditLedger(client, { core: names.Core, ledger: names.Ledger }),
  };
};
