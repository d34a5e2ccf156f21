import {
  addUser,
  getUser,
  listUsers,
  removeUser,
  setUser,
  type FoundUser,
} from '#app/identity/directory/users.ts';
import { applyPatch } from '#contract/scim/apply-patch.ts';
import { readFilter } from '#contract/scim/read-filter.ts';
import { readUser } from '#contract/scim/read-user.ts';
import { userView } from '@scangate/domain/identity/directory/scim-user';
import { listResponse } from '#runtime/scim/list-response.ts';
import { serveScim, type ScimRequest } from '#runtime/scim/serve-scim.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { resource } from './resource.ts';

const filters = { username: 'userName', externalid: 'externalId' };

const view = ({ member, user }: FoundUser, { locationOf }: ScimRequest) =>
  userView(member, user, locationOf(member.personId));

export const handler = serveScim(
  resource,
  { store: wireStore, eventDispatch: wireEventDispatch },
  {
    all: {
      GET: async (request, { store }) => {
        const found = await listUsers(
          request.by.organizationId,
          readFilter(request.query['filter'], filters),
          { store },
        );
        return {
          status: 200,
          body: listResponse(
            found.map((each) => view(each, request)),
            request,
          ),
        };
      },
      POST: async (request, { store }) => {
        const { by, ids } = request;
        return {
          status: 201,
          body: view(await addUser(by, readUser(request.body()), { store, ids }), request),
        };
      },
    },
    one: {
      GET: async (request, { store }) => ({
        status: 200,
        body: view(await getUser(request.by.organizationId, request.id ?? '', { store }), request),
      }),
      PUT: async (request, { store }) => {
        const { by, ids, id = '' } = request;
        const known = await getUser(by.organizationId, id, { store });
        const sent = request.body() as object;
        // Some directories leave out what does not change.
        const after = readUser({ ...view(known, request), ...sent });
        return { status: 200, body: view(await setUser(by, { known, after }, { store, ids }), request) };
      },
      PATCH: async (request, { store }) => {
        const { by, ids, id = '' } = request;
        const known = await getUser(by.organizationId, id, { store });
        const after = readUser(applyPatch(view(known, request), request.body()));
        return { status: 200, body: view(await setUser(by, { known, after }, { store, ids }), request) };
      },
      DELETE: async ({ by, ids, id = '' }, { store }) => {
        await removeUser(by, id, { store, ids });
        return { status: 204 };
      },
    },
  },
);
