/** The document's description of the API as a whole. */
export const information = {
  title: 'Scangate',
  version: '1',
  summary: 'Security scans with a verdict for CI.',
  description: [
    'Scan a commit, a lockfile or an SBOM, wait, and get a verdict: PASS, FAIL or ERROR.',
    '',
    'Requests send a token as `Authorization: Bearer`. The samples read the address from `SCANGATE_URL` and the token',
    'from `SCANGATE_TOKEN`; TypeScript samples start with',
    '',
    '```ts',
    "import { createClient } from '@scangate/client';",
    'const client = createClient({ baseUrl: process.env.SCANGATE_URL!, token: process.env.SCANGATE_TOKEN! });',
    '```',
    '',
    'A refusal is `application/problem+json` (RFC 9457); branch on its `code`. Every response has an `X-Request-Id`.',
  ].join('\n'),
  license: { name: 'Proprietary', identifier: 'LicenseRef-Scangate' },
};
