import type { ExpiredPromotion, Instant, LedgerEntry, Pool, Promotion } from '../records.ts';

/**
 * Promotional grants rank between included and purchased credits: they are spent after the included ones, those that
 * expire first before the others (docs/adr/0031-promotional-credits.md). No debit records what it spent.
 */

type Balances = Pick<Pool, 'included' | 'purchased' | 'consumed' | 'promotions'>;

const sumOf = (promotions: readonly Promotion[] = []): number =>
  promotions.reduce((sum, { amount }) => sum + amount, 0);

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/** The nominal amount of the grants that have not expired. */
export const promotionalCredits = ({ promotions }: Pick<Pool, 'promotions'>): number => sumOf(promotions);

/** The promotional credits that are not spent. */
export const unspentPromotional = ({
  included,
  consumed,
  promotions,
}: Omit<Balances, 'purchased'>): number => {
  const all = sumOf(promotions);
  return all - clamp(consumed - included, all);
};

/** When the next grant of a pool expires. */
export const nextPromotionExpiry = ({ promotions }: Pick<Pool, 'promotions'>): Instant | undefined =>
  promotions?.[0]?.expiresAt;

/** The fields of a pool that hold its grants; an empty list is omitted. */
const listed = (promotions: Promotion[]): Pick<Pool, 'promotions'> =>
  promotions.length > 0 ? { promotions } : {};

const nextVersion = ({ promotionsVersion = 0 }: Pick<Pool, 'promotionsVersion'>): number =>
  promotionsVersion + 1;

/** Adds a grant to the pool, in the order in which grants expire. */
export const addPromotion = (pool: Pool, promotion: Promotion): Pool => ({
  ...pool,
  available: pool.available + promotion.amount,
  promotions: [...(pool.promotions ?? []), promotion].toSorted((a, b) =>
    `${a.expiresAt} ${a.grantId}` < `${b.expiresAt} ${b.grantId}` ? -1 : 1,
  ),
  promotionsVersion: nextVersion(pool),
});

const expiryEntry = (
  { accountId, pool }: Pick<Pool, 'accountId' | 'pool'>,
  { cause, amount, ...scan }: { cause: string; amount: number; scanId?: string; organizationId?: string },
  now: Instant,
): LedgerEntry => ({
  accountId,
  pool,
  cause: `promotion_expire#${cause}`,
  at: now,
  kind: 'expire',
  amount: -amount,
  source: 'promotional_expired',
  ...scan,
});

/**
 * Expires the grant of a pool that is the first to expire: `spent = clamp(consumed − included, 0, promo)`, the rest
 * expires and `consumed −= spent`. The consumption beyond the included credits is kept, for refunds of earlier
 * debits.
 */
export const expireNextPromotion = (pool: Pool, now: Instant): { pool: Pool; entries: LedgerEntry[] } => {
  const { promotions: [promotion, ...others] = [], ...rest } = pool;
  if (!promotion) return { pool, entries: [] };
  const { grantId, amount } = promotion;
  const over = pool.consumed - pool.included;
  const spent = clamp(over, amount);
  const version = nextVersion(pool);
  const expired: ExpiredPromotion = { grantId, amount, over, version };
  const unspent = amount - spent;
  return {
    pool: {
      ...rest,
      ...listed(others),
      available: pool.available - unspent,
      consumed: pool.consumed - spent,
      expiredPromotions: [...(pool.expiredPromotions ?? []), expired],
      promotionsVersion: version,
    },
    entries: unspent > 0 ? [expiryEntry(pool, { cause: grantId, amount: unspent }, now)] : [],
  };
};

/** The credits of this period's debits, those of expired grants included. */
export const consumedInPeriod = ({
  consumed,
  expiredPromotions = [],
}: Pick<Pool, 'consumed' | 'expiredPromotions'>): number =>
  consumed + expiredPromotions.reduce((sum, { over, amount }) => sum + clamp(over, amount), 0);

/** The grants after a refill, which restarts the count: the spent part is gone. */
export const promotionsAfterRefill = ({
  included,
  consumed,
  promotions = [],
}: Omit<Balances, 'purchased'>): Pick<Pool, 'promotions'> => {
  let over = Math.max(0, consumed - included);
  const kept = promotions.flatMap((promotion) => {
    const spent = Math.min(over, promotion.amount);
    over -= spent;
    const amount = promotion.amount - spent;
    return amount > 0 ? [{ ...promotion, amount }] : [];
  });
  return listed(kept);
};

/** Removes unspent promotional credits, from the grants that expire last. */
export const takePromotional = (
  promotions: readonly Promotion[],
  amount: number,
): Pick<Pool, 'promotions'> => {
  let left = amount;
  const kept = promotions.toReversed().flatMap((promotion) => {
    const taken = Math.min(left, promotion.amount);
    left -= taken;
    return promotion.amount > taken ? [{ ...promotion, amount: promotion.amount - taken }] : [];
  });
  return listed(kept.toReversed());
};

/** A refund of one unit, and the version of the pool's grants when the unit was debited. */
export interface RefundedDebit {
  amount: number;
  promotionsVersion: number;
}

/**
 * Undoes a debit as if it had never happened. That would restore credits of a grant that has expired since, so it
 * returns less: by the amount that this grant would have expired in addition.
 */
const refundDebit = (
  expired: readonly ExpiredPromotion[],
  { amount, promotionsVersion }: RefundedDebit,
): { expired: ExpiredPromotion[]; lost: number } => {
  let left = amount;
  const after = expired.map((promotion) => {
    if (promotion.version <= promotionsVersion) return promotion;
    const over = promotion.over - left;
    left -= clamp(promotion.over, promotion.amount) - clamp(over, promotion.amount);
    return { ...promotion, over };
  });
  return { expired: after, lost: amount - left };
};

/** The part of refunds that expires with them, with the grants as they are afterwards. */
export interface ExpiredRefund {
  lost: number;
  expiredPromotions: ExpiredPromotion[];
  promotionsVersion: number;
}

/**
 * Decides which part of refunds within the period of their debits expires at once. Undefined when no debit is older
 * than an expiry, so that the refund need not check the grants.
 */
export const expireRefunds = (
  pool: Pick<Pool, 'expiredPromotions' | 'promotionsVersion'>,
  debits: readonly RefundedDebit[],
): ExpiredRefund | undefined => {
  const { expiredPromotions: before = [] } = pool;
  const isOlder = ({ promotionsVersion }: RefundedDebit): boolean =>
    before.some(({ version }) => version > promotionsVersion);
  if (!debits.some(isOlder)) return undefined;
  let [expired, lost]: [ExpiredPromotion[], number] = [[...before], 0];
  for (const debit of debits) {
    const refunded = refundDebit(expired, debit);
    expired = refunded.expired;
    lost += refunded.lost;
  }
  return { lost, expiredPromotions: expired, promotionsVersion: nextVersion(pool) };
};

/**
 * The condition that the grants of a pool have not changed since they were read: for a refund of an expired grant,
 * and where a grant may expire before a debit or a refund is written.
 */
export const sameGrants = (
  pool: Pick<Pool, 'promotions' | 'promotionsVersion'> | undefined,
  expired?: ExpiredRefund | undefined,
): { field: 'promotionsVersion'; is: 'equal'; value: number }[] => {
  const { promotions, promotionsVersion } = pool ?? {};
  return promotionsVersion !== undefined && (expired || promotions)
    ? [{ field: 'promotionsVersion', is: 'equal', value: promotionsVersion }]
    : [];
};

/**
 * The entry of the credits that expire with the refunds of a scan. A unit is refunded once, so the first one
 * identifies them.
 */
export const refundExpiryEntry = (
  pool: Pick<Pool, 'accountId' | 'pool'>,
  {
    projectUnitId,
    lost,
    ...scan
  }: { scanId: string; organizationId: string; projectUnitId: string; lost: number },
  now: Instant,
): LedgerEntry => expiryEntry(pool, { cause: `${scan.scanId}#${projectUnitId}`, amount: lost, ...scan }, now);
