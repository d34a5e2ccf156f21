import type { StripeWorkbench } from './workbench.ts';
import { customerWith, monthly } from './workbench.ts';

/** Creates a customer with a paid monthly subscription. */
export const subscribeCustomer = async (bench: StripeWorkbench, unitAmount = 5000, quantity = 1) => {
  const { client } = bench;
  const price = await monthly(client, unitAmount);
  const customer = await customerWith(bench);
  const subscription = await client.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id, quantity }],
    expand: ['latest_invoice.payments'],
  });
  return { price, customer, subscription, item: subscription.items.data[0]?.id ?? '' };
};

/** @returns the invoices of a subscription, oldest first. */
export const invoicesOf = async ({ client }: StripeWorkbench, subscription: string) =>
  (await client.invoices.list({ subscription, limit: 100 })).data.toReversed();
