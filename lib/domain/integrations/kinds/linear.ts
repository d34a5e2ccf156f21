import * as z from 'zod';
import type { IntegrationKindSpec } from './integration-kind.ts';
import { freeTrackerSettings, trackerDefaultTypes, trackerSettings } from './tracker-settings.ts';

export const linearSettings = z.strictObject({
  team: z
    .string()
    .regex(/^[A-Z0-9]{1,10}$/)
    .meta({ description: 'The team key, the prefix of its issues, such as `ENG`.' }),
  ...trackerSettings,
});

export const linearCredential = z.strictObject({
  apiKey: z
    .string()
    .max(500)
    .regex(/^lin_api_\w{8,400}$/)
    .meta({ description: 'A personal API key.' }),
});

/** Issues of a team in Linear. */
export const linearKind: IntegrationKindSpec = {
  kind: 'linear',
  label: 'Linear',
  purpose: 'tracker',
  settings: linearSettings,
  credential: linearCredential,
  defaultTypes: trackerDefaultTypes,
  freeSettings: freeTrackerSettings,
  example: { settings: { team: 'SEC' }, credential: { apiKey: 'lin_api_of_a_person' } },
};
