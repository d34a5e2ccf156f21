import * as z from 'zod';

const line = z.string().min(1).max(200);

export const billingDetails = z.strictObject({
  name: line.meta({ description: 'The buyer on invoices.' }),
  email: z.email().max(254).meta({ description: 'Where Stripe sends invoices and receipts.' }),
  address: z
    .strictObject({
      line1: line,
      line2: line.optional(),
      city: line.optional(),
      postalCode: z.string().min(1).max(20).optional(),
      state: line.optional(),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .meta({ description: 'ISO 3166-1 alpha-2.' }),
    })
    .optional(),
  taxId: z
    .strictObject({
      type: z
        .string()
        .regex(/^[a-z]{2}_[a-z_]{2,12}$/)
        .meta({ description: "Stripe's name of the kind, like `eu_vat`." }),
      value: z.string().min(1).max(50),
    })
    .optional(),
  poNumber: z.string().min(1).max(140).optional().meta({ description: 'The purchase order on invoices.' }),
});
