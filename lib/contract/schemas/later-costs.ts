import * as z from 'zod';

export const laterCharges = z
  .object({ reason: z.enum(['first_scan', 'further_units']), detail: z.string() })
  .meta({ description: 'Says why the scan may cost more than this: units are charged while it runs.' });

export const laterRefunds = z.object({ reason: z.enum(['unchanged_units']), detail: z.string() }).meta({
  description: 'Says why the scan may cost less than this: units that have not changed are refunded.',
});
