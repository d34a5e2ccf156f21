import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { vi } from 'vitest';
import { rateState } from '@scangate/domain/rate-limit';
import type { Caller } from '@scangate/domain/identity/caller';
import { toAuthorizerContext } from '#runtime/authorizer-context.ts';
import { world } from '../api/endpoint-world.ts';
import { newOrganization, noon, write, type TestOrganization } from '../world.ts';

export interface ScimAnswer {
  status: number;
  headers: Record<string, unknown>;
  body: Record<string, unknown> & { id?: string; Resources?: Record<string, unknown>[] };
}

/** Gives an organization on Regulated a verified domain and single sign-on, so that its directory may provision. */
export const provision = async ({
  organizationId,
}: Pick<TestOrganization, 'organizationId'>): Promise<void> =>
  write(world.store, [
    {
      change: 'insert',
      record: 'organizationDomain',
      item: {
        organizationId,
        domain: 'corp.example',
        verification: 'text',
        createdAt: noon.toISOString(),
        verifiedAt: noon.toISOString(),
        checkedAt: noon.toISOString(),
      },
    },
    {
      change: 'insert',
      record: 'domainClaim',
      item: { domain: 'corp.example', organizationId, claimedAt: noon.toISOString() },
    },
    {
      change: 'insert',
      record: 'ssoSettings',
      item: {
        organizationId,
        issuer: {
          kind: 'saml',
          entityId: 'https://idp.example',
          signInUrl: 'https://idp.example/sso',
          certificates: ['MIIB'],
        },
        roles: { claim: 'groups', values: { Platform: 'admin', Security: 'billing', Finance: 'billing' } },
        version: 1,
        changedAt: noon.toISOString(),
      },
    },
  ]);

/** An organization on Regulated whose directory may provision. */
export const provisionedOrganization = async (): Promise<TestOrganization> => {
  const organization = await newOrganization(world.store, { plan: 'Regulated', credits: { core: 100 } });
  await provision(organization);
  return organization;
};

export const directoryOf = (organization: TestOrganization): Caller => ({
  ...organization.as('admin', 'directory'),
  scopes: [],
});

type Kind = 'Users' | 'Groups' | 'ServiceProviderConfig' | 'ResourceTypes' | 'Schemas';
const folders: Record<Kind, string> = {
  Users: 'users',
  Groups: 'groups',
  ServiceProviderConfig: 'discovery',
  ResourceTypes: 'discovery',
  Schemas: 'discovery',
};

export interface ScimCall {
  id?: string;
  body?: unknown;
  raw?: string;
  query?: Record<string, string>;
  contentType?: string;
}

/** Sends requests to the functions of SCIM as the gateway does. */
export const scimClient =
  (caller: Caller) =>
  async (
    method: string,
    kind: Kind,
    { id, body, raw, query, contentType }: ScimCall = {},
  ): Promise<ScimAnswer> => {
    const path = `/scim/v2/${kind}${id === undefined ? '' : `/${id}`}`;
    const text = raw ?? (body === undefined ? null : JSON.stringify(body));
    const event = {
      httpMethod: method,
      path,
      headers: {
        Host: 'api.example.com',
        ...(text !== null && { 'Content-Type': contentType ?? 'application/scim+json' }),
      },
      pathParameters: id === undefined ? null : { id },
      queryStringParameters: query ?? null,
      multiValueQueryStringParameters: null,
      body: text,
      isBase64Encoded: false,
      requestContext: {
        requestId: 'r-1',
        path: `/api${path}`,
        authorizer: toAuthorizerContext(caller, rateState(1, noon, { limit: 6_000, requests: 0 })),
      },
    } as unknown as APIGatewayProxyEvent;
    // No two requests come at one instant.
    vi.setSystemTime(Date.now() + 1_000);
    const { handler } = (await import(`../../../functions/scim/${folders[kind]}/handler.ts`)) as {
      handler: (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;
    };
    const result = await handler(event);
    return {
      status: result.statusCode,
      headers: result.headers ?? {},
      body: result.body === '' ? {} : (JSON.parse(result.body) as ScimAnswer['body']),
    };
  };
