import { defineScimResource } from '#contract/scim-resource.ts';

export const resource = defineScimResource({
  name: 'scim-groups',
  summary: 'The groups of an organization, as its directory provisions them.',
  entry: 'functions/scim/groups/handler.ts',
  paths: ['/scim/v2/Groups', '/scim/v2/Groups/{id}'],
  needs: { core: 'write' },
  memoryMb: 512,
  timeoutSeconds: 29,
});
