import { addMs, dayMs } from '@scangate/domain/instant';
import { claimsOf, unsignedToken } from '#test/support/identity/ci-tokens.ts';
import { github } from '#test/corpora/ci-tokens/github.ts';
import { addWebhook } from '../actors/actions.ts';
import { provision, setUpDirectory } from '../actors/directories/directory.ts';
import { adminsOf, groupedOf, guestsOf, regroup } from '../actors/directories/groups.ts';
import type { Organization } from '../actors/organization.ts';
import { connectRepository } from '../actors/pipeline.ts';
import { currentCloud } from '../cloud/current-cloud.ts';
import { ids } from '../outside/ids.ts';
import { beAbout } from '../scheduler/process.ts';
import type { World } from '../start/world.ts';
import { callAgain } from './call-again.ts';
import type { Flow } from './flow.ts';
import { scan } from './scan-flows.ts';

const regulated = { plan: 'Regulated', licenses: 20, credits: { core: 2_000, sast: 500 } } as const;

/** Lets an organization have been closed a month ago, as everybody knows. */
const closeLongAgo = (world: World, organization: Organization): void => {
  const { organizationId } = organization;
  organization.closedAt = world.scheduler.now - 31 * dayMs;
  const since = new Date(organization.closedAt);
  const closing = { since: since.toISOString(), eraseAt: addMs(since, 30 * dayMs), stopped: [] };
  world.seed([{ change: 'update', record: 'organization', id: { organizationId }, set: { closing } }]);
};

/** Lets the groups of a directory give roles. */
const giveRoles = (world: World, organization: Organization): void => {
  const { organizationId } = organization;
  const { entityId, signInUrl, certificate } = world.saml;
  const issuer = { kind: 'saml' as const, entityId, signInUrl, certificates: [certificate] };
  const roles = { claim: 'groups', values: { [adminsOf(organization)]: 'admin' as const } };
  const changedAt = new Date(world.scheduler.now).toISOString();
  const item = { organizationId, issuer, roles, version: 1, changedAt };
  world.seed([{ change: 'insert', record: 'ssoSettings', item }]);
};

const mostTries = 3;

/** Starts the erasure, as the job does that looks for closed organizations, and again where no answer came. */
const erase = async ({ scheduler }: World, { organizationId }: Organization): Promise<void> => {
  const stateMachineArn = process.env['ERASURE_WORKFLOW_ARN'] ?? '';
  const input = JSON.stringify({ organizationId });
  for (let tries = 1; tries <= mostTries; tries += 1) {
    beAbout('erasure', { step: 'started', triesLeft: mostTries - tries });
    const started = { stateMachineArn, name: `${organizationId}-${tries}`, input };
    await currentCloud().send('states', 'StartExecution', started as never);
    await scheduler.sleep(1_800_000);
  }
};

export const otherFlows: readonly Flow[] = [
  {
    name: 'deliver',
    order: regulated,
    functions: ['dispatch-events', 'deliver'],
    prepare: addWebhook,
    act: async (world, organization) => {
      const change = { body: { apiGateSeverityThreshold: 'low' }, headers: { 'If-Match': '*' } };
      await callAgain({ world, organization }, 'change-gate', change);
    },
    isReached: (store, { organizationId }) => {
      const sent = store.all('delivery').filter((one) => one.organizationId === organizationId);
      return sent.length > 0 && sent.every(({ state }) => state === 'delivered');
    },
  },
  {
    name: 'exchange',
    order: regulated,
    functions: ['exchange-token'],
    prepare: async (world, organization) => {
      const body = { name: 'ci', provider: 'github', match: github.match, repositories: 'all' };
      await callAgain({ world, organization }, 'create-trust-rule', { body, key: ids.uuid() });
    },
    act: async (world, organization) => {
      const { organizationId } = organization;
      const claims = claimsOf(github, organizationId, new Date(world.scheduler.now));
      const body = { organizationId, token: unsignedToken({ ...claims, jti: ids.uuid() }) };
      await callAgain({ world, organization }, 'exchange-token', { body });
    },
    isReached: (store, { organizationId }) =>
      store
        .all('token')
        .some((token) => token.organizationId === organizationId && token.kind === 'pipeline'),
  },
  {
    name: 'directory',
    order: regulated,
    functions: ['scim-users'],
    prepare: async (world, organization) => {
      organization.directory = await setUpDirectory(world, organization);
    },
    act: provision,
    isReached: (store, { organizationId }) =>
      store
        .all('member')
        .some(
          (one) =>
            one.organizationId === organizationId &&
            one.email.startsWith('made') &&
            one.removedAt !== undefined,
        ),
  },
  {
    name: 'groups',
    order: regulated,
    functions: ['scim-users', 'scim-groups'],
    prepare: async (world, organization) => {
      organization.directory = await setUpDirectory(world, organization);
      giveRoles(world, organization);
    },
    act: regroup,
    isReached: (store, organization) =>
      store
        .all('member')
        .some(
          ({ email, role, removedAt, directory }) =>
            email === groupedOf(organization) &&
            role === 'member' &&
            removedAt === undefined &&
            directory?.groups?.join('') === guestsOf(organization),
        ),
  },
  {
    name: 'erase',
    order: regulated,
    functions: ['erase-organization'],
    prepare: async (world, organization) => {
      await connectRepository(world, organization);
      await scan({})(world, organization);
    },
    act: async (world, organization) => {
      closeLongAgo(world, organization);
      await erase(world, organization);
    },
    isReached: (store, { organizationId }) =>
      store
        .all('erased')
        .some((one) => one.organizationId === organizationId && one.erasedAt !== undefined) &&
      store.all('organization').every((one) => one.organizationId !== organizationId),
  },
];
