/** Requests as Okta's provisioning sends them. */
export const oktaUser = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: 'jane.doe@corp.example',
  name: { givenName: 'Jane', familyName: 'Doe' },
  emails: [{ primary: true, value: 'jane.doe@corp.example', type: 'work' }],
  displayName: 'Jane Doe',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
} as const;

export const oktaDeactivates = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'replace', value: { active: false } }],
} as const;

export const oktaReactivates = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'replace', value: { active: true } }],
} as const;

/** Okta replaces a profile as a whole. */
export const oktaProfile = (id: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  id,
  userName: 'jane.doe@corp.example',
  name: { givenName: 'Jane', middleName: 'Q', familyName: 'Roe' },
  emails: [{ primary: true, value: 'jane.roe@corp.example', type: 'work' }],
  active: true,
  meta: { resourceType: 'User' },
});

export const oktaGroup = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
  displayName: 'Platform',
  members: [],
} as const;

export const oktaMembership = (userId: string, name = 'jane.doe@corp.example') => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'add', path: 'members', value: [{ value: userId, display: name }] }],
});

export const oktaRename = (groupId: string, displayName: string) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'replace', value: { id: groupId, displayName } }],
});

export const oktaLeaves = (userId: string) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'remove', path: `members[value eq "${userId}"]` }],
});
