import { createHash } from 'node:crypto';
import { ToolError } from './tool-error.ts';

/** Credits of both pools. */
export interface Price {
  core: number;
  sast: number;
}

interface Offer {
  /** The digest of the scan's target. */
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
  /** The maximum credits that one process may spend, in both pools together. */
  maxCredits: number;
  now: () => Date;
  newId: () => string;
}

/**
 * The credits that a process has spent, by used confirmation; a confirmation that is used again starts no second
 * scan.
 */
const openBudget = (maxCredits: number) => {
  const used = new Map<string, number>();
  let spent = 0;
  /** @throws ToolError */
  const requireRoom = (price: Price): void => {
    if (spent + sumOf(price) <= maxCredits) return;
    const left = maxCredits - spent;
    throw new ToolError(
      'budget_used_up',
      `This costs ${sumOf(price)} credits, and ${left} of ${maxCredits} are left for this process (--max-credits).`,
    );
  };
  return {
    requireRoom,
    isCounted: (confirmation: string): boolean => used.has(confirmation),
    /**
     * Counts a confirmed scan before it is requested: a concurrent call must not spend the same credits, and a lost
     * response may belong to a scan that was started. @returns whether it was counted now. @throws ToolError
     */
    count(confirmation: string, price: Price): boolean {
      if (used.has(confirmation)) return false;
      requireRoom(price);
      used.set(confirmation, sumOf(price));
      spent += sumOf(price);
      return true;
    },
    /** Gives back credits that an equal scan, or a refusal by the service, did not cost. */
    giveBack(confirmation: string): void {
      spent -= used.get(confirmation) ?? 0;
      used.delete(confirmation);
    },
  };
};

/** Spending takes two calls: an offer with its price, and its acceptance within ten minutes. */
export const openSpending = ({ maxCredits, now, newId }: SpendingLimits) => {
  const offers = new Map<string, Offer>();
  const { requireRoom, isCounted, count, giveBack } = openBudget(maxCredits);
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
    /** @throws ToolError for a value that accepts another target or price, or has expired */
    check(confirmation: string, request: unknown, price: Price): void {
      const offer = offers.get(confirmation);
      if (!offer || offer.expiresAt <= now().getTime())
        throw new ToolError('confirmation_expired', 'The confirmation is unknown or older than ten minutes.');
      if (offer.target !== digestOf(request))
        throw new ToolError('confirmation_of_another_scan', 'The confirmation belongs to another scan.');
      if (sumOf(price) > sumOf(offer.price))
        throw new ToolError('price_changed', 'The scan costs more than was confirmed. Ask for a new quote.');
      if (!isCounted(confirmation)) requireRoom(price);
    },
    count,
    giveBack,
  };
};

export type Spending = ReturnType<typeof openSpending>;
