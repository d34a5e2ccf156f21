import { endpoints } from '#functions/api/index.ts';
import { webhooks } from '#functions/webhooks/index.ts';
import { allFunctions } from '../functions.ts';
import { endpointsPage } from './endpoints-page.ts';
import { environmentPage } from './environment-page.ts';
import { errorCodesPage } from './error-codes-page.ts';
import { eventCatalogPage } from './event-catalog-page.ts';
import { auditEventsPage } from './audit-events-page.ts';
import { plansPage } from './plans-page.ts';
import { settingsPage } from './settings-page.ts';

/** Writes the pages of docs/reference from the tables, by file name. */
export const referencePages = (): Record<string, string> => ({
  'endpoints.md': endpointsPage(endpoints, webhooks),
  'plans.md': plansPage(),
  'error-codes.md': errorCodesPage(),
  'environment.md': environmentPage(allFunctions()),
  'settings.md': settingsPage(),
  'events.md': eventCatalogPage(),
  'audit-events.md': auditEventsPage(),
});
