import { defineScimResource } from '#contract/scim-resource.ts';

export const resource = defineScimResource({
  name: 'scim-users',
  summary: 'The users of an organization, as its directory provisions them.',
  entry: 'functions/scim/users/handler.ts',
  paths: ['/scim/v2/Users', '/scim/v2/Users/{id}'],
  needs: { core: 'write', eventDispatch: 'invoke' },
  memoryMb: 512,
  timeoutSeconds: 29,
});
