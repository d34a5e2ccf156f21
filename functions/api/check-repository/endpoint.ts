import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { credential } from '#contract/schemas/identity/credential.ts';
import { managers } from '@scangate/domain/identity/roles';
import { sourceChecksPerMinute } from '@scangate/domain/repositories/source-check-rate';

export const endpoint = defineEndpoint({
  name: 'check-repository',
  method: 'POST',
  path: '/v1/repositories/check',
  summary: 'Check a URL and a credential with the git host, before connecting them.',
  description:
    `Neither is stored. An organization has hosts asked at most ${sourceChecksPerMinute} times in a minute: here, by ` +
    'connecting, and by changing a credential or default branch; more is 429 `rate_limited`.',
  roles: managers,
  scopes: ['repositories:write'],
  person: true,
  body: z.strictObject({ url: z.string().min(1).max(2048), credential: credential.optional() }),
  responses: {
    200: {
      description: 'The credential can read the repository.',
      schema: z.object({ provider: z.string(), defaultBranch: z.string() }),
    },
  },
  problems: ['repository_url_invalid', 'repository_unreachable'],
  needs: { core: 'write', repositorySecrets: 'encrypt', sourceCheck: 'invoke' },
});
