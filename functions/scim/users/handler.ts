import {
  addUser,
  getUser,
  listUsers,
  removeUser,
  setUser,
  type FoundUser,
} from '#app/identity/scim/users.ts';
import { readUser } from '#contract/scim/read-user.ts';
import { userView } from '@scangate/domain/identity/scim/scim-user';
import { log } from '#runtime/log.ts';
import { resourceMethods } from '#runtime/scim/resource-methods.ts';
import { serveScim, type ScimRequest } from '#runtime/scim/serve-scim.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { resource } from './resource.ts';

const view = ({ member, user }: FoundUser, { locationOf }: ScimRequest) =>
  userView(member, user, locationOf(member.personId));

export const handler = serveScim(
  resource,
  { store: wireStore, eventDispatch: wireEventDispatch },
  resourceMethods({
    filters: { username: 'userName', externalid: 'externalId' },
    read: readUser,
    view,
    wholeView: view,
    list: ({ by }, filter, ports) => listUsers(by.organizationId, filter, ports),
    get: getUser,
    add: ({ by, ids }, user, { store }) => addUser(by, user, { store, ids, log }),
    set: ({ by }, { id, edit }, { store }) => setUser(by, { personId: id, edit }, { store, log }),
    remove: ({ by }, id, { store }) => removeUser(by, id, { store, log }),
  }),
);
