import { writeFileSync } from 'node:fs';
import { endpoints } from '#functions/api/index.ts';
import { webhooks } from '#functions/webhooks/index.ts';
import { openapiOf } from '#contract/openapi.ts';

/** Writes the checked-in OpenAPI document; a test fails when it is not what the endpoint table says. */
writeFileSync(
  'lib/contract/openapi.json',
  `${JSON.stringify(openapiOf(endpoints, webhooks), undefined, 2)}\n`,
);
