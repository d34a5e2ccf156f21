import { plans } from '@scangate/domain/plans/plans';
import { priceNames, subscriptionOfPrice, type PriceName } from '@scangate/domain/plans/price-names';
import type { InvoiceLine, StoredObjects } from '@scangate/emulator-stripe/store/stripe-objects';
import type { World } from '#test/simulation/start/world.ts';

type Invoice = StoredObjects['invoice'];

/** A period that Stripe was paid for. */
export interface PaidPeriod {
  accountId: string;
  subscription: string;
  invoice: string;
  price: PriceName;
  quantity: number;
  startAt: string;
  endAt: string;
  paidAt: number;
  createdAt: number;
  /** Whether it is the rest of a period, for a change within it. */
  isRest: boolean;
}

const instantOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();

const isProrated = ({ parent }: InvoiceLine): boolean =>
  parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? false;

/** The names of Stripe's prices by their ids. */
const pricesOf = ({ stripe }: World): ReadonlyMap<string, PriceName> =>
  new Map(
    stripe.objects('price').flatMap(({ id, lookup_key: name }) => {
      const known = priceNames.find((one) => one === name);
      return known === undefined ? [] : [[id, known]];
    }),
  );

const periodsOf = (invoice: Invoice, prices: ReadonlyMap<string, PriceName>): PaidPeriod[] => {
  const details = invoice.parent?.subscription_details;
  const accountId = details?.metadata?.['accountId'];
  if (invoice.status !== 'paid' || !details || accountId === undefined) return [];
  return invoice.lines.data.flatMap((line) => {
    const price = prices.get(line.pricing?.price_details?.price ?? '');
    if (price === undefined) return [];
    return [
      {
        accountId,
        subscription: details.subscription,
        invoice: invoice.id,
        price,
        quantity: line.quantity ?? 1,
        startAt: instantOf(line.period.start),
        endAt: instantOf(line.period.end),
        paidAt: (invoice.status_transitions.paid_at ?? invoice.created) * 1_000,
        createdAt: invoice.created * 1_000,
        isRest: isProrated(line),
      },
    ];
  });
};

export const isOfPlan = ({ price }: Pick<PaidPeriod, 'price'>): boolean =>
  subscriptionOfPrice(price, 1) !== undefined;

export const creditsOfFree = 100;

/** The credits that a plan includes for a month. */
export const includedIn = ({ price, quantity }: PaidPeriod): number => {
  const sold = subscriptionOfPrice(price, quantity);
  const terms = sold && plans[sold.plan].coreCredits;
  if (terms === undefined || terms === 'agreed') return 0;
  return 'fixed' in terms ? terms.fixed : terms.perLicense * (sold?.licenses ?? 0);
};

/** Lists everything that was paid at Stripe for plans and add-ons. */
export const paidPeriods = (world: World): PaidPeriod[] => {
  const prices = pricesOf(world);
  return world.stripe.objects('invoice').flatMap((invoice) => periodsOf(invoice, prices));
};
