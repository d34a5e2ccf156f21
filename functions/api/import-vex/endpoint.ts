import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { vexImport } from '#contract/schemas/waiver.ts';

export const endpoint = defineEndpoint({
  name: 'import-vex',
  method: 'POST',
  path: '/v1/vex',
  summary: 'Turn the statements of a VEX document into waivers.',
  description:
    'OpenVEX, CycloneDX VEX or CSAF 2.0 VEX of the organization itself, at most 1 MB. `not_affected` with a justification ' +
    'and `fixed` become waivers of one vulnerability in one package, for as long as the gate allows. `affected` and ' +
    '`under_investigation` change nothing, and neither do products of others. The same document twice changes nothing.',
  roles: ['owner', 'admin', 'member'],
  scopes: ['organization:write'],
  person: true,
  body: z.looseObject({}).meta({
    examples: [
      {
        '@context': 'https://openvex.dev/ns/v0.2.0',
        '@id': 'https://example.com/vex/1',
        author: 'Acme',
        timestamp: '2026-03-10T12:00:00Z',
        version: 1,
        statements: [
          {
            vulnerability: { name: 'CVE-2021-44228' },
            products: [{ '@id': 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1' }],
            status: 'not_affected',
            justification: 'vulnerable_code_not_in_execute_path',
          },
        ],
      },
    ],
  }),
  bodyLimitBytes: 1_048_576,
  responses: { 200: { description: 'The waivers, and the skipped statements.', schema: vexImport } },
  problems: ['vex_invalid', 'too_many_waivers', 'seat_license_required'],
  needs: { core: 'write', eventDispatch: 'invoke' },
});
