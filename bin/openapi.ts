/** Writes what is generated from the tables of endpoints and events: the OpenAPI document, and from it routes and types of the client. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ApiDocument } from '@scangate/client/generation/api-document';
import { routesSource } from '@scangate/client/generation/routes-source';
import { typesSource } from '@scangate/client/generation/types-source';
import { eventFields, requireGrown, type EventFields } from '#contract/events/event-fields.ts';
import { openapiOf } from '#contract/openapi.ts';
import { endpoints } from '#functions/api/index.ts';
import { webhooks } from '#functions/webhooks/index.ts';
import { catalog } from '@scangate/domain/events/catalog';

const text = `${JSON.stringify(openapiOf(endpoints, webhooks), undefined, 2)}\n`;
writeFileSync('lib/contract/openapi.json', text);
const document = JSON.parse(text) as ApiDocument;
mkdirSync('lib/client/generated', { recursive: true });
writeFileSync('lib/client/generated/routes.ts', routesSource(document));
writeFileSync('lib/client/generated/types.ts', await typesSource(document));

const fieldsFile = 'lib/contract/events/event-fields.json';
const fields = eventFields(catalog);
requireGrown(JSON.parse(readFileSync(fieldsFile, 'utf8')) as EventFields, fields);
writeFileSync(fieldsFile, `${JSON.stringify(fields, undefined, 2)}\n`);
