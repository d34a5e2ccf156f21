import { createHash } from 'node:crypto';
import { ToolError } from './tool-error.ts';

/** Credits of both pools. */
export interface Price {
  core: number;
  sast: number;
}

interface Offer {
  /** The digest of what is scanned. */
  target: string;
  price: Price;
  expiresAt: number;
}

const lifetimeMs = 10 * 60_000;
const mostOffers = 1_000;

const sumOf = ({ core, sast }: Price): number => core + sast;

const digestOf = (request: unknown): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('hex');

export interface SpendingLimits {
  /** Credits that one process may spend, of both pools together. */
  maxCredits: number;
  now: () => Date;
  newId: () => string;
}

/** Spending takes two calls: an offer with its price, and its acceptance within ten minutes. */
export const openSpending = ({ maxCredits, now, newId }: SpendingLimits) => {
  const offers = new Map<string, Offer>();
  /** The confirmations whose price is counted: one that is used again makes no second scan. */
  const counted = new Set<string>();
  let spent = 0;
  const requireRoom = (price: Price): void => {
    if (spent + sumOf(price) <= maxCredits) return;
    const left = maxCredits - spent;
    throw new ToolError(
      'budget_used_up',
      `This costs ${sumOf(price)} credits, and ${left} of ${maxCredits} are left to this process (--max-credits).`,
    );
  };
  return {
    /** Offers to scan a target at a price. @returns the value that accepts it. @throws ToolError */
    offer(request: unknown, price: Price): string {
      requireRoom(price);
      const [oldest] = offers.keys();
      if (offers.size >= mostOffers && oldest !== undefined) offers.delete(oldest);
      const confirmation = newId();
      offers.set(confirmation, {
        target: digestOf(request),
        price,
        expiresAt: now().getTime() + lifetimeMs,
      });
      return confirmation;
    },
    /** @throws ToolError for a value that accepts another target, another price, or nothing any more */
    check(confirmation: string, request: unknown, price: Price): void {
      const offer = offers.get(confirmation);
      if (!offer || offer.expiresAt <= now().getTime())
        throw new ToolError('confirmation_expired', 'The confirmation is unknown or older than ten minutes.');
      if (offer.target !== digestOf(request))
        throw new ToolError('confirmation_of_another_scan', 'The confirmation is that of another scan.');
      if (sumOf(price) > sumOf(offer.price))
        throw new ToolError('price_changed', 'The scan costs more than was confirmed. Ask for a new quote.');
      if (!counted.has(confirmation)) requireRoom(price);
    },
    /** Counts what a confirmed scan was debited. */
    count(confirmation: string, price: Price): void {
      if (counted.has(confirmation)) return;
      counted.add(confirmation);
      spent += sumOf(price);
    },
  };
};

export type Spending = ReturnType<typeof openSpending>;
