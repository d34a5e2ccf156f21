import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#functions/api/index.ts';
import { samples } from '#test/support/api/sample-requests.ts';
import type { World } from '../start/world.ts';
import { callAs, managers, type Act } from './actions.ts';
import type { ApiCall } from './api.ts';
import type { Organization } from './organization.ts';

/** The operations that an act tries, and how often it draws one: some need ids that the other organization has none of. */
const triesOfAct = 6;
const mostDraws = 20;

/** Fields of requests that take the id of a scan under another name. */
const otherNames: Readonly<Record<string, string>> = { with: 'scanId' };

/** Names of what is known by an id that no other organization has. */
const idNames = new Set([
  'scanId',
  'repositoryId',
  'personId',
  'tokenId',
  'sessionId',
  'invitationId',
  'waiverId',
  'trustId',
  'webhookId',
  'integrationId',
  'historyScanId',
  'bundleId',
  'linkId',
  'organizationId',
]);

type Requested = Pick<ApiCall, 'params' | 'query' | 'body' | 'headers'>;

const requestFor = (name: string): Requested => (samples as Record<string, Requested>)[name] ?? {};

/** Replaces the fields of a request that hold ids. */
const withIds = (value: unknown, idOf: (name: string) => string | undefined, name = ''): unknown => {
  const known = otherNames[name] ?? name;
  if (typeof value === 'string') return idNames.has(known) ? (idOf(known) ?? value) : value;
  if (Array.isArray(value)) return value.map((one) => withIds(one, idOf, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withIds(inner, idOf, key)]));
};

/** The names of ids in a request, in its path first. */
const idsIn = (request: Requested): string[] => {
  const found: string[] = [];
  withIds(request, (name) => {
    found.push(name);
    return undefined;
  });
  return found;
};

/** Every operation with an id in its path, query or body, by the table that OpenAPI is made of. */
export const operationsWithIds = (endpoints as readonly EndpointSpec[])
  .filter(({ access, credential }) => !access && !credential)
  .flatMap(({ name }) => {
    const request = requestFor(name);
    const names = idsIn(request);
    return names.length > 0 ? [{ name, request, names }] : [];
  });

type Operation = (typeof operationsWithIds)[number];

/** Draws an id of some organization by its name. */
const drawId = (
  { ownership, scheduler }: World,
  organization: Organization,
  name: string,
): string | undefined => {
  const known = ownership.idsOf(organization, name);
  return known.length > 0 ? scheduler.pick(known) : undefined;
};

interface Between {
  world: World;
  organization: Organization;
  other: Organization;
}

/** An organization sets budgets of its clients, and nothing else of another one. */
const isPermitted = ({ organization, other }: Between, { name }: Operation): boolean =>
  name === 'set-budget' && other.parent === organization.organizationId;

/** Fills in ids of another organization: everywhere, or the last one only, after ids of one's own. */
const foreignRequest = (
  { world, organization, other }: Between,
  { request, names }: Operation,
): Requested | undefined => {
  const last = names.at(-1) ?? '';
  const foreign = drawId(world, other, last);
  if (foreign === undefined) return undefined;
  const isMixed = world.scheduler.random() < 0.5;
  const idOf = (name: string): string | undefined => {
    if (name === last) return foreign;
    return drawId(world, isMixed ? organization : other, name);
  };
  return withIds(request, idOf) as Requested;
};

/** Somebody asks for what other organizations have, in every way that the service knows. */
export const tryForeignIds: Act = async (world, organization) => {
  const { scheduler, organizations } = world;
  const others = organizations.filter((one) => one !== organization);
  if (others.length === 0) return;
  for (let draws = 0, tries = 0; draws < mostDraws && tries < triesOfAct; draws += 1) {
    const between = { world, organization, other: scheduler.pick(others) };
    const operation = scheduler.pick(operationsWithIds);
    const request = isPermitted(between, operation) ? undefined : foreignRequest(between, operation);
    if (!request) continue;
    tries += 1;
    await callAs({ world, organization, roles: managers }, operation.name, request);
  }
};
