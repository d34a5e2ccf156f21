import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#functions/api/index.ts';
import { samples } from '#test/support/api/sample-requests.ts';
import type { World } from '#test/simulation/start/world.ts';
import { callAs, type Act } from '../actions.ts';
import { rolesOf, type ApiAnswer, type ApiCall } from '../api.ts';
import { startOwnerSession } from '../directories/directory.ts';
import { isGone, type Organization } from '../organization.ts';

type Call = Omit<ApiCall, 'secret'>;

/** Operations that change nothing, although they are no GET. */
const asked = [
  'check-repository',
  'quote-scan',
  'rejudge-scan',
  'preview-change',
  'simulate-gate',
  'simulate-rules',
  'test-trust',
  'test-integration',
];

/** Operations that are the same for everybody, and need no credential. */
const open = ['list-sign-in-providers', 'get-verification-keys', 'get-saml-metadata'];

/** Every operation that changes nothing, by the table that OpenAPI is made of. */
const reads: readonly string[] = [
  ...(endpoints as readonly EndpointSpec[])
    .filter(({ method, access, credential }) => method === 'GET' && !access && !credential)
    .map(({ name }) => name),
  ...asked,
  ...open,
];

/** Names of fields of requests under which answers have the value by another name. */
const otherNames: Readonly<Record<string, string>> = { with: 'scanId', version: 'releaseVersion' };

/** The texts that answers told, by the names of the fields. */
class Told {
  readonly #values = new Map<string, string[]>();
  readonly #pick: World['scheduler']['pick'];

  constructor({ scheduler }: World) {
    this.#pick = (from) => scheduler.pick(from);
  }

  /** Notes every text in an answer. */
  note(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner !== 'string') this.note(inner);
      else this.#values.set(name, [...(this.#values.get(name) ?? []), inner]);
    }
  }

  any(name: string): string | undefined {
    const known = this.#values.get(otherNames[name] ?? name);
    return known && this.#pick(known);
  }
}

/** The requests whose values belong together, or are of the world. */
const ownCalls: Readonly<Record<string, (world: World, organization: Organization) => Call | undefined>> = {
  'quote-scan': ({ git, scheduler }, { repositories }) => {
    if (repositories.length === 0) return undefined;
    const { repositoryId, url } = scheduler.pick(repositories);
    return { body: { repositoryId, commitHash: git.tipOf(url, 'main'), branch: 'main' } };
  },
  'check-repository': ({ scheduler }, { repositories, taint }) => {
    if (repositories.length === 0) return undefined;
    const { url } = scheduler.pick(repositories);
    return { body: { url, credential: { secret: `secret of ${taint}` } } };
  },
  'find-components': () => ({ query: { purl: 'pkg:npm/alpha' } }),
  'get-saml-metadata': (_world, { organizationId }) => ({ params: { organizationId } }),
};

const sampleOf = (name: string): Call => (samples as Record<string, Call>)[name] ?? {};

const filled = (
  given: Readonly<Record<string, string>> | undefined,
  told: Told,
): Record<string, string> | undefined =>
  given &&
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, told.any(name) ?? value] as const));

/** A request for an operation, with values that the organization was told before. */
const callFor = (
  name: string,
  { world, organization, told }: { world: World; organization: Organization; told: Told },
): Call | undefined => {
  const own = ownCalls[name];
  if (own) return own(world, organization);
  const { params, query, body } = sampleOf(name);
  const [ids, asks] = [filled(params, told), filled(query, told)];
  return { ...(ids && { params: ids }), ...(asks && { query: asks }), ...(body !== undefined && { body }) };
};

const takesValues = (name: string): boolean => {
  const { params, query } = sampleOf(name);
  return params !== undefined || query !== undefined;
};

/** Lists first, whose answers tell the ids for the others. */
const inOrder = reads.toSorted((one, other) => Number(takesValues(one)) - Number(takesValues(other)));

/** Operations for those who have just signed in. */
const forRecent = new Set(
  (endpoints as readonly EndpointSpec[]).flatMap(({ name, recent }) => (recent ? [name] : [])),
);

const read = async (
  world: World,
  organization: Organization,
  { name, call }: { name: string; call: Call },
): Promise<ApiAnswer | undefined> => {
  if (open.includes(name)) return world.api.call(name, { secret: '', ...call });
  if (!forRecent.has(name)) return callAs({ world, organization, roles: rolesOf(name) }, name, call);
  const secret = await startOwnerSession(world, organization);
  return secret === undefined ? undefined : world.api.call(name, { secret, ...call });
};

/** Somebody reads everything that there is to read, each as one who may. */
export const readEverything: Act = async (world, organization) => {
  const told = new Told(world);
  for (const name of inOrder) {
    if (isGone(world, organization)) return;
    const call = callFor(name, { world, organization, told });
    const answer = call && (await read(world, organization, { name, call }));
    if (answer?.status === 200) told.note(answer.body);
  }
};
