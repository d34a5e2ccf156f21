import {
  addGroup,
  getGroup,
  loadGroup,
  listGroups,
  removeGroup,
  setGroup,
} from '#app/identity/directory/groups.ts';
import { readGroup } from '#contract/scim/read-group.ts';
import { groupView } from '@scangate/domain/identity/directory/directory-group';
import { applyPatch } from '#contract/scim/apply-patch.ts';
import { readFilter } from '#contract/scim/read-filter.ts';
import type { DirectoryGroup } from '@scangate/domain/records';
import { listResponse } from '#runtime/scim/list-response.ts';
import { serveScim, type ScimRequest } from '#runtime/scim/serve-scim.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { resource } from './resource.ts';

const filters = { displayname: 'displayName', externalid: 'externalId' };

const showsMembers = ({ query }: ScimRequest): boolean =>
  !(query['excludedAttributes'] ?? '').split(',').some((name) => name.trim().toLowerCase() === 'members');

const view = (group: DirectoryGroup, request: ScimRequest, withMembers = showsMembers(request)) =>
  groupView(group, { location: request.locationOf(group.groupId), withMembers });

export const handler = serveScim(
  resource,
  { store: wireStore },
  {
    all: {
      GET: async (request, { store }) => {
        const filter = readFilter(request.query['filter'], filters);
        const groups = await listGroups(request.by.organizationId, filter, { store });
        return {
          status: 200,
          body: listResponse(
            groups.map((group) => view(group, request)),
            request,
          ),
        };
      },
      POST: async (request, { store }) => {
        const { by, ids } = request;
        return {
          status: 201,
          body: view(await addGroup(by, readGroup(request.body()), { store, ids }), request),
        };
      },
    },
    one: {
      GET: async (request, { store }) => ({
        status: 200,
        body: view(await getGroup(request.by.organizationId, request.id ?? '', { store }), request),
      }),
      PUT: async (request, { store }) => {
        const { by, ids, id = '' } = request;
        const loaded = await loadGroup(by.organizationId, id, { store });
        const fields = readGroup({ ...view(loaded.group, request, true), ...(request.body() as object) });
        return { status: 200, body: view(await setGroup(by, { loaded, fields }, { store, ids }), request) };
      },
      PATCH: async (request, { store }) => {
        const { by, ids, id = '' } = request;
        const loaded = await loadGroup(by.organizationId, id, { store });
        const fields = readGroup(applyPatch(view(loaded.group, request, true), request.body()));
        return { status: 200, body: view(await setGroup(by, { loaded, fields }, { store, ids }), request) };
      },
      DELETE: async ({ by, ids, id = '' }, { store }) => {
        await removeGroup(by, id, { store, ids });
        return { status: 204 };
      },
    },
  },
);
