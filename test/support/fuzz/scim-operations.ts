import {
  entraGroup,
  entraLeaves,
  entraMembership,
  entraUpdates,
  entraUser,
} from '#test/corpora/scim/entra.ts';
import {
  oktaDeactivates,
  oktaGroup,
  oktaLeaves,
  oktaMembership,
  oktaProfile,
  oktaRename,
  oktaUser,
} from '#test/corpora/scim/okta.ts';
import * as z from 'zod';
import { scimResources } from '#functions/scim/index.ts';
import { headerViolations } from '../api/contract-violations.ts';
import type { Operation } from './fuzzed-request.ts';

/** An address that few users have; `{text}` stands for a new one. */
const userName = '{text}@corp.example';

/** Bodies of requests, by method and resource. Braces stand for what is drawn. */
const bodies: Readonly<Record<string, readonly unknown[]>> = {
  'POST Users': [oktaUser, entraUser, { ...oktaUser, userName }, { userName }, { userName, active: 'False' }],
  'PUT Users': [oktaProfile('{userId}'), { userName, externalId: '{text}' }],
  'PATCH Users': [oktaDeactivates, entraUpdates],
  'POST Groups': [oktaGroup, entraGroup, { displayName: '{text}', members: [{ value: '{userId}' }] }],
  'PUT Groups': [{ displayName: '{text}', members: [{ value: '{userId}' }] }],
  'PATCH Groups': [
    oktaMembership('{userId}'),
    oktaRename('{groupId}', '{text}'),
    oktaLeaves('{userId}'),
    entraMembership('{userId}'),
    entraLeaves('{userId}'),
  ],
};

const text = { type: 'string' };
const query = [
  {
    name: 'filter',
    in: 'query',
    schema: { anyOf: [text, { const: 'userName eq "jane.doe@corp.example"' }] },
  },
  { name: 'startIndex', in: 'query', schema: { type: 'integer' } },
  { name: 'count', in: 'query', schema: { type: 'integer' } },
  { name: 'excludedAttributes', in: 'query', schema: { const: 'members' } },
];

/** The names of ids at the end of a path, by resource. */
const idNames: Readonly<Record<string, string>> = { Users: 'userId', Groups: 'groupId' };

/** The ids of what describes SCIM itself. */
const described: Readonly<Record<string, string>> = {
  ResourceTypes: 'User',
  Schemas: 'urn:ietf:params:scim:schemas:core:2.0:User',
};

const methodsOf = (kind: string, isOne: boolean): string[] => {
  if (!(kind in idNames)) return ['GET'];
  return isOne ? ['GET', 'PUT', 'PATCH', 'DELETE'] : ['GET', 'POST'];
};

/** Every method of the paths for directories, which the API's document leaves to SCIM's. */
export const scimOperations: readonly Operation[] = scimResources
  .flatMap(({ name, paths }) => paths.map((path) => ({ name, path })))
  .flatMap(({ name, path }) => {
    const [, , , kind = '', id] = path.split('/');
    return methodsOf(kind, id !== undefined).map((method) => {
      const examples = bodies[`${method} ${kind}`] ?? [];
      return {
        name: `${name} ${method} ${path}`,
        method,
        path: path.replace('{id}', `{${idNames[kind] ?? 'resource'}}`),
        params: { resource: described[kind] ?? 'none' },
        parameters: method === 'GET' ? query : [],
        body: undefined,
        examples,
        contentType: examples.length > 0 ? 'application/scim+json' : undefined,
        isOfDirectory: true,
      };
    });
  });

const resource = z.object({ schemas: z.array(z.string()).min(1) });
const error = z.strictObject({
  schemas: z.tuple([z.literal('urn:ietf:params:scim:api:messages:2.0:Error')]),
  status: z.string(),
  scimType: z.string().optional(),
  detail: z.string(),
});

interface ScimAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

/** Lists what an answer to a directory has that SCIM's have not (RFC 7644, 3.12). */
export const scimViolations = ({ status, headers, text: sent }: ScimAnswer, json: object): string[] => {
  if (status === 204) return [...headerViolations(headers), ...(sent === '' ? [] : ['there is a body'])];
  const hasType = headers['Content-Type'] === 'application/scim+json';
  const hasShape =
    status < 300
      ? resource.safeParse(json).success
      : error.safeParse(json).success && (json as { status?: string }).status === String(status);
  return [
    ...headerViolations(headers),
    ...(hasType ? [] : ['not application/scim+json']),
    ...(hasShape ? [] : [`not a resource or an error of SCIM: ${sent}`]),
  ];
};

/** The ids of the resources of an answer, by what they name. */
export const idsOfScim = (answered: Readonly<Record<string, unknown>>): object => {
  const resources = [answered, ...((answered['Resources'] ?? []) as Record<string, unknown>[])];
  const named = (type: string): unknown[] =>
    resources
      .filter(({ meta }) => (meta as { resourceType?: string } | undefined)?.resourceType === type)
      .map(({ id }) => id);
  return { userId: named('User'), groupId: named('Group') };
};
