import { expect, test } from 'vitest';
import {
  commandLineSnippet,
  githubSnippet,
  gitlabSnippet,
} from '@scangate/console/routes/repository/ci-snippets.ts';

const input = { origin: 'https://scangate.example', organizationId: '7a3a6226-966c-47bc-aa8f-3a47241869c2' };

test('every snippet names the service and the organization, and contains no secret', () => {
  for (const snippet of [githubSnippet(input), gitlabSnippet(input), commandLineSnippet(input)]) {
    expect(snippet).toContain(input.origin);
    expect(snippet).toContain(input.organizationId);
    expect(snippet).not.toMatch(/SCANGATE_TOKEN|secrets\.|sg[sp]_/);
  }
});
