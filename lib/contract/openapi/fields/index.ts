import { accountFields } from './account-fields.ts';
import { billingFields } from './billing-fields.ts';
import { recurringFields } from './recurring-fields.ts';
import { evidenceFields } from './evidence-fields.ts';
import { findingFields } from './finding-fields.ts';
import { gateFields } from './gate-fields.ts';
import { scanFields } from './scan-fields.ts';

const fields = Object.entries({
  ...recurringFields,
  ...scanFields,
  ...findingFields,
  ...gateFields,
  ...evidenceFields,
  ...accountFields,
  ...billingFields,
});

/** The description of each field. */
export const fieldDescriptions: Readonly<Record<string, string>> = Object.fromEntries(
  fields.map(([name, row]) => [name, typeof row === 'string' ? row : row[0]]),
);

/** The example of each field that has one. */
export const fieldExamples: Readonly<Record<string, unknown>> = Object.fromEntries(
  fields.flatMap(([name, row]) => (typeof row === 'string' ? [] : [[name, row[1]]])),
);
