import { booleanParameter, strictObject } from './parameters.ts';

const enabled = strictObject({ enabled: booleanParameter });

/** The parameters that concern taxes. The emulator computes none. */
export const taxParameters = {
  automatic_tax: enabled.optional(),
  tax_id_collection: enabled.optional(),
};
