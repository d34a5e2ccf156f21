/** Writes what is generated from the tables of endpoints and events: the OpenAPI document, and routes and types of the client. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { eventsSource, routesSource, typesSource } from '#contract/client-source.ts';
import { eventFields, requireGrown, type EventFields } from '#contract/events/event-fields.ts';
import { openapiOf } from '#contract/openapi.ts';
import { endpoints } from '#functions/api/index.ts';
import { webhooks } from '#functions/webhooks/index.ts';
import { catalog } from '@scangate/domain/events/catalog';

const openapi = openapiOf(endpoints, webhooks);
writeFileSync('lib/contract/openapi.json', `${JSON.stringify(openapi, undefined, 2)}\n`);
mkdirSync('lib/client/generated', { recursive: true });
writeFileSync('lib/client/generated/routes.ts', routesSource(endpoints));
writeFileSync('lib/client/generated/types.ts', typesSource(endpoints));
writeFileSync('lib/client/generated/events.ts', eventsSource());

const fieldsFile = 'lib/contract/events/event-fields.json';
const fields = eventFields(catalog);
requireGrown(JSON.parse(readFileSync(fieldsFile, 'utf8')) as EventFields, fields);
writeFileSync(fieldsFile, `${JSON.stringify(fields, undefined, 2)}\n`);
