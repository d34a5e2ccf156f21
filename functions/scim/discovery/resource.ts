import { defineScimResource } from '#contract/scim-resource.ts';

export const resource = defineScimResource({
  name: 'scim-discovery',
  summary: 'What of SCIM the service has.',
  entry: 'functions/scim/discovery/handler.ts',
  paths: [
    '/scim/v2/ServiceProviderConfig',
    '/scim/v2/ResourceTypes',
    '/scim/v2/ResourceTypes/{id}',
    '/scim/v2/Schemas',
    '/scim/v2/Schemas/{id}',
  ],
  needs: {},
  memoryMb: 256,
  timeoutSeconds: 10,
});
