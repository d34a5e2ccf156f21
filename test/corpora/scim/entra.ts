/** Requests as Microsoft Entra ID's provisioning sends them. */
export const entraUser = {
  schemas: [
    'urn:ietf:params:scim:schemas:core:2.0:User',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  ],
  externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
  userName: 'Sam.Poe@corp.example',
  active: true,
  emails: [{ primary: true, type: 'work', value: 'sam.poe@corp.example' }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Sam Poe', familyName: 'Poe', givenName: 'Sam' },
  roles: [],
} as const;

/** Entra capitalizes `op`, and sends truth as text unless its flag for compliance is set. */
export const entraDisables = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
} as const;

export const entraEnables = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'Replace', path: 'active', value: 'True' }],
} as const;

export const entraUpdates = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'samuel.poe@corp.example' },
    { op: 'Replace', path: 'name.familyName', value: 'Poe-Lee' },
    {
      op: 'Add',
      path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
      value: 'Platform',
    },
  ],
} as const;

/** Dotted names and names with a schema, without a path. */
export const entraUpdatesWithoutPath = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [
    {
      op: 'Replace',
      value: {
        displayName: 'Samuel',
        'name.givenName': 'Samuel',
        'urn:ietf:params:scim:schemas:core:2.0:User:userName': 'samuel@corp.example',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department': 'Platform',
      },
    },
  ],
} as const;

export const entraGroup = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
  externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
  displayName: 'Security',
  meta: { resourceType: 'Group' },
} as const;

export const entraMembership = (userId: string) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'Add', path: 'members', value: [{ $ref: null, value: userId }] }],
});

export const entraLeaves = (userId: string) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: userId }] }],
});
