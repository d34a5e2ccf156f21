/**
 * The reference model of the credits of one pool in one period: what it began with, and what happened since.
 * Its numbers are computed on every read, so a refund simply removes its debit. It is plain data.
 */

export interface Bucket {
  id: string;
  amount: number;
  expiresAt: string;
}

export type CreditEvent =
  | { type: 'debit'; id: string; amount: number }
  | { type: 'promotion'; bucket: Bucket }
  | { type: 'expiry'; id: string }
  | { type: 'included' | 'bought' | 'support'; amount: number }
  | { type: 'taken'; id: string; amount: number };

export interface Numbers {
  included: number;
  /** Purchased credits and those of support. */
  purchased: number;
  support: number;
  consumed: number;
  /** The grants, the first to expire first. */
  promotions: Bucket[];
}

export interface CreditPeriod {
  opening: Omit<Numbers, 'consumed'>;
  events: CreditEvent[];
}

const totalOf = (buckets: readonly Bucket[]): number => buckets.reduce((sum, { amount }) => sum + amount, 0);
const between = (value: number, most: number): number => (value < 0 ? 0 : Math.min(value, most));
const byExpiry = (a: Bucket, b: Bucket): number =>
  `${a.expiresAt} ${a.id}` < `${b.expiresAt} ${b.id}` ? -1 : 1;

const openPeriod = (
  included: number,
  { purchased, support, promotions }: Pick<Numbers, 'purchased' | 'support' | 'promotions'>,
): CreditPeriod => ({ opening: { included, purchased, support, promotions }, events: [] });

export const emptyPeriod = (included: number): CreditPeriod =>
  openPeriod(included, { purchased: 0, support: 0, promotions: [] });

const apply = (now: Numbers, event: CreditEvent): void => {
  switch (event.type) {
    case 'debit':
      now.consumed += event.amount;
      return;
    case 'promotion':
      now.promotions.push({ ...event.bucket });
      return;
    case 'included':
      now.included += event.amount;
      return;
    case 'bought':
      now.purchased += event.amount;
      return;
    case 'support':
      now.purchased += event.amount;
      now.support += event.amount;
      return;
    case 'taken':
      for (const bucket of now.promotions) if (bucket.id === event.id) bucket.amount -= event.amount;
      return;
    case 'expiry': {
      const { amount = 0 } = now.promotions.find(({ id }) => id === event.id) ?? {};
      now.consumed -= between(now.consumed - now.included, amount);
      now.promotions = now.promotions.filter(({ id }) => id !== event.id);
    }
  }
};

export const numbersOf = ({ opening, events }: CreditPeriod): Numbers => {
  const now: Numbers = { ...opening, consumed: 0, promotions: opening.promotions.map((one) => ({ ...one })) };
  for (const event of events) apply(now, event);
  now.promotions = now.promotions.filter(({ amount }) => amount > 0).toSorted(byExpiry);
  return now;
};

export const availableIn = (period: CreditPeriod): number => {
  const { included, purchased, consumed, promotions } = numbersOf(period);
  return included + purchased + totalOf(promotions) - consumed;
};

export const unspentPurchasedIn = (period: CreditPeriod): number => {
  const { included, purchased, consumed, promotions } = numbersOf(period);
  return purchased - Math.max(0, consumed - included - totalOf(promotions));
};

/** The unspent credits that somebody paid for: what was spent of the purchased ones was theirs first. */
export const unspentBoughtIn = (period: CreditPeriod): number => {
  const { purchased, support } = numbersOf(period);
  const spent = purchased - unspentPurchasedIn(period);
  return Math.max(0, purchased - support - spent);
};

/**
 * Removes a debit, or a part of it, as if it had never happened. @returns false when this period has none.
 */
export const removeDebit = ({ events }: CreditPeriod, id: string, amount?: number): boolean => {
  const debit = events.find((event) => event.type === 'debit' && event.id === id);
  if (debit?.type !== 'debit') return false;
  debit.amount -= amount ?? debit.amount;
  return true;
};

/**
 * Takes as many credits as there are: those of support, purchased ones, promotional ones, then included
 * ones.
 */
export const takeFrom = (period: CreditPeriod, amount: number): void => {
  const fromPurchased = Math.min(amount, unspentPurchasedIn(period));
  const fromSupport = Math.min(fromPurchased, unspentPurchasedIn(period) - unspentBoughtIn(period));
  const { included, consumed, promotions } = numbersOf(period);
  const unspent = totalOf(promotions) - between(consumed - included, totalOf(promotions));
  let fromPromotions = Math.min(amount - fromPurchased, unspent);
  const fromIncluded = Math.min(amount - fromPurchased - fromPromotions, Math.max(0, included - consumed));
  period.events.push(
    { type: 'support', amount: -fromSupport },
    { type: 'bought', amount: fromSupport - fromPurchased },
    { type: 'included', amount: -fromIncluded },
  );
  for (const { id, amount: most } of promotions.toReversed()) {
    const taken = Math.min(fromPromotions, most);
    fromPromotions -= taken;
    if (taken > 0) period.events.push({ type: 'taken', id, amount: taken });
  }
};

/** The next period: what is left of purchased credits and grants stays, the included ones are new. */
export const nextPeriod = (period: CreditPeriod, included: number): CreditPeriod => {
  const { included: before, consumed, promotions: grants } = numbersOf(period);
  const purchased = unspentPurchasedIn(period);
  let over = Math.max(0, consumed - before);
  const promotions = grants.flatMap((bucket) => {
    const spent = Math.min(over, bucket.amount);
    over -= spent;
    return bucket.amount > spent ? [{ ...bucket, amount: bucket.amount - spent }] : [];
  });
  return openPeriod(included, { purchased, support: purchased - unspentBoughtIn(period), promotions });
};
