/** Writes what is generated from the endpoint table: the OpenAPI document and the client's routes and types. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { routesSource, typesSource } from '#contract/client-source.ts';
import { openapiOf } from '#contract/openapi.ts';
import { endpoints } from '#functions/api/index.ts';
import { webhooks } from '#functions/webhooks/index.ts';

const openapi = openapiOf(endpoints, webhooks);
writeFileSync('lib/contract/openapi.json', `${JSON.stringify(openapi, undefined, 2)}\n`);
mkdirSync('lib/client/generated', { recursive: true });
writeFileSync('lib/client/generated/routes.ts', routesSource(endpoints));
writeFileSync('lib/client/generated/types.ts', typesSource(endpoints));
