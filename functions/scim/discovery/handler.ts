import { resourceTypes, schemas, serviceProviderConfig } from '@scangate/domain/identity/scim/scim-discovery';
import { notFound } from '@scangate/domain/identity/scim/scim-error';
import { listResponse } from '#runtime/scim/list-response.ts';
import { serveScim, type ScimRequest } from '#runtime/scim/serve-scim.ts';
import { resource } from './resource.ts';

const listOf = ({ kind }: ScimRequest): readonly { id: string }[] =>
  kind === 'ResourceTypes' ? resourceTypes : schemas;

export const handler = serveScim(
  resource,
  {},
  {
    all: {
      GET: async (request) => ({
        status: 200,
        body:
          request.kind === 'ServiceProviderConfig'
            ? serviceProviderConfig
            : listResponse(listOf(request), request),
      }),
    },
    one: {
      GET: async (request) => {
        const found = listOf(request).find(({ id }) => id === request.id);
        if (!found) throw notFound();
        return { status: 200, body: found };
      },
    },
  },
);
