import { groupSchema } from './directory-group.ts';
import { userSchema } from './scim-user.ts';

const schemaOf = (name: string): string => `urn:ietf:params:scim:schemas:core:2.0:${name}`;

/** The parts of SCIM that the service supports (RFC 7643, 5). */
export const serviceProviderConfig = {
  schemas: [schemaOf('ServiceProviderConfig')],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Directory token',
      description: 'A token of the organization’s directory, in the header Authorization.',
      primary: true,
    },
  ],
} as const;

export const resourceTypes = [
  { schemas: [schemaOf('ResourceType')], id: 'User', name: 'User', endpoint: '/Users', schema: userSchema },
  {
    schemas: [schemaOf('ResourceType')],
    id: 'Group',
    name: 'Group',
    endpoint: '/Groups',
    schema: groupSchema,
  },
] as const;

interface Attribute {
  name: string;
  type?: 'string' | 'boolean' | 'complex';
  required?: true;
  multiValued?: true;
  uniqueness?: 'server';
  subAttributes?: readonly Attribute[];
}

const attribute = ({
  type = 'string',
  uniqueness = 'none',
  ...rest
}: Omit<Attribute, 'uniqueness'> & { uniqueness?: 'server' | 'none' }): object => ({
  type,
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness,
  ...rest,
  ...(rest.subAttributes && { subAttributes: rest.subAttributes.map(attribute) }),
});

export const schemas = [
  {
    schemas: [schemaOf('Schema')],
    id: userSchema,
    name: 'User',
    attributes: [
      attribute({ name: 'userName', required: true, uniqueness: 'server' }),
      attribute({ name: 'externalId' }),
      attribute({ name: 'displayName' }),
      attribute({
        name: 'name',
        type: 'complex',
        subAttributes: [{ name: 'givenName' }, { name: 'familyName' }],
      }),
      attribute({
        name: 'emails',
        type: 'complex',
        multiValued: true,
        subAttributes: [{ name: 'value' }, { name: 'type' }, { name: 'primary', type: 'boolean' }],
      }),
      attribute({ name: 'active', type: 'boolean' }),
    ],
  },
  {
    schemas: [schemaOf('Schema')],
    id: groupSchema,
    name: 'Group',
    attributes: [
      attribute({ name: 'displayName', required: true, uniqueness: 'server' }),
      attribute({ name: 'externalId' }),
      attribute({ name: 'members', type: 'complex', multiValued: true, subAttributes: [{ name: 'value' }] }),
    ],
  },
];
