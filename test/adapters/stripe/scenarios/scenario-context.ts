import type { Stripe } from 'stripe';
import { beforeAll, expect } from 'vitest';
import { stripePaymentProvider } from '#adapters/stripe/payment-provider.ts';
import { setUpStripe } from '#adapters/stripe/setup.ts';
import type { PaymentProvider } from '#ports/payment-provider.ts';
import type { PriceName } from '@scangate/domain/plans/price-names';

/** Stripe's test cards. */
type Card = 'pm_card_visa' | 'pm_card_chargeCustomerFail';

/** Opens a Stripe. `run` makes keys and names that no other run has used. */
export type OpenStripe = () => Promise<{ stripe: Stripe; run: string }>;

/** A Stripe that is set up, and the steps of its scenarios. The fields are set before the first test. */
export class ScenarioContext {
  stripe!: Stripe;
  provider!: PaymentProvider;
  run = '';
  #keys = 0;

  constructor(open: OpenStripe) {
    beforeAll(async () => {
      ({ stripe: this.stripe, run: this.run } = await open());
      await setUpStripe(this.stripe, { currency: 'eur' });
      const returnUrl = 'https://console.example.com/billing';
      this.provider = stripePaymentProvider(this.stripe, { returnUrl });
    });
  }

  key = (): string => `${this.run}-${(this.#keys += 1)}`;

  newCustomer = async (): Promise<string> => {
    const customer = { accountId: this.run, name: 'Acme' };
    return (await this.provider.createCustomer(this.key(), customer)).customerId;
  };

  giveCard = async (customer: string, card: Card): Promise<string> => {
    const { id } = await this.stripe.paymentMethods.attach(card, { customer });
    await this.stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
    return id;
  };

  priceOf = async (name: PriceName): Promise<string> => {
    const { data } = await this.stripe.prices.list({ lookup_keys: [name], active: true });
    return data[0]?.id ?? expect.fail(`no price ${name}`);
  };

  /** Creates a subscription as a checkout does. */
  subscribe = async (name: PriceName, quantity: number): Promise<[string, string]> => {
    const customer = await this.newCustomer();
    await this.giveCard(customer, 'pm_card_visa');
    const items = [{ price: await this.priceOf(name), quantity }];
    const metadata = { accountId: this.run, kind: 'plan' };
    const { id } = await this.stripe.subscriptions.create({ customer, items, metadata });
    return [id, customer];
  };

  read = async (id: string) => (await this.provider.subscription(id)) ?? expect.fail('no subscription');
}
