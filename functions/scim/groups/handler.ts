import * as groups from '#app/identity/scim/groups.ts';
import { readGroup } from '#contract/scim/read-group.ts';
import { groupView } from '@scangate/domain/identity/scim/directory-group';
import { resourceMethods } from '#runtime/scim/resource-methods.ts';
import { serveScim, type ScimRequest } from '#runtime/scim/serve-scim.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { resource } from './resource.ts';

const showsMembers = ({ query }: ScimRequest): boolean =>
  !(query['excludedAttributes'] ?? '').split(',').some((name) => name.trim().toLowerCase() === 'members');

export const handler = serveScim(
  resource,
  { store: wireStore },
  resourceMethods({
    filters: { displayname: 'displayName', externalid: 'externalId' },
    read: readGroup,
    view: (group, request) =>
      groupView(group, {
        location: request.locationOf(group.groupId),
        withMembers: showsMembers(request),
      }),
    wholeView: ({ group }: groups.LoadedGroup, { locationOf }: ScimRequest) =>
      groupView(group, { location: locationOf(group.groupId), withMembers: true }),
    list: ({ by }, filter, ports) => groups.listGroups(by.organizationId, filter, ports),
    get: groups.getGroup,
    add: ({ by, ids }, fields, { store }) => groups.addGroup(by, fields, { store, ids }),
    set: ({ by, ids }, { id, edit }, { store }) => groups.setGroup(by, { groupId: id, edit }, { store, ids }),
    remove: ({ by, ids }, id, { store }) => groups.removeGroup(by, id, { store, ids }),
  }),
);
