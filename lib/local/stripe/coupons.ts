import * as z from 'zod';
import { emit } from './events.ts';
import { count, createdRange, decimal, group, integer, list, metadata, text } from './parameters.ts';
import { missing, refuse } from './refusal.ts';
import { listing, merged, nothing, page, route, within, type Route } from './route.ts';
import type { Coupon } from './wire.ts';
import { newId, type Work } from './work.ts';

const create = group({
  id: text.optional(),
  amount_off: integer.pipe(z.number().min(1)).optional(),
  percent_off: decimal.pipe(z.number().gt(0).max(100)).optional(),
  currency: text.toLowerCase().optional(),
  duration: z.enum(['forever', 'once', 'repeating']).optional(),
  duration_in_months: count.optional(),
  max_redemptions: count.optional(),
  redeem_by: integer.optional(),
  name: text.max(40).optional(),
  metadata: metadata.optional(),
  applies_to: group({ products: list(text) }).optional(),
});

const check = (work: Work, given: z.infer<typeof create>): void => {
  if ((given.amount_off === undefined) === (given.percent_off === undefined)) {
    throw refuse('Coupon must have one of percent_off or amount_off set');
  }
  if (given.amount_off !== undefined && !given.currency) throw missing('currency');
  if ((given.duration === 'repeating') !== (given.duration_in_months !== undefined)) {
    throw refuse('duration_in_months goes with duration=repeating, and only with it.', 'duration_in_months');
  }
  if (given.id && work.find('coupon', given.id)) {
    throw refuse('Coupon already exists.', 'id', 'resource_already_exists');
  }
};

const newCoupon = (work: Work, given: z.infer<typeof create>): Coupon => {
  check(work, given);
  return work.put({
    id: given.id ?? newId('').slice(1, 9),
    object: 'coupon',
    amount_off: given.amount_off ?? null,
    ...(given.applies_to && { applies_to: given.applies_to }),
    created: work.now,
    currency: given.amount_off === undefined ? null : (given.currency ?? null),
    duration: given.duration ?? 'once',
    duration_in_months: given.duration_in_months ?? null,
    livemode: false,
    max_redemptions: given.max_redemptions ?? null,
    metadata: merged({}, given.metadata),
    name: given.name ?? null,
    percent_off: given.percent_off ?? null,
    redeem_by: given.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  });
};

export const couponRoutes: Route[] = [
  route('POST', '/v1/coupons', 'coupons.create', create, (work, given) => {
    const coupon = newCoupon(work, given);
    emit(work, 'coupon.created', coupon);
    return coupon;
  }),
  route('GET', '/v1/coupons/:id', 'coupons.retrieve', nothing, (work, _, id) => work.get('coupon', id)),
  route('GET', '/v1/coupons', 'coupons.list', listing({ created: createdRange }), (work, given) => {
    const { created, ...paging } = given;
    const found = work.where('coupon', (coupon) => within(created, coupon.created));
    return page(work, '/v1/coupons', found, paging);
  }),
  route('DELETE', '/v1/coupons/:id', 'coupons.delete', nothing, (work, _, id) => {
    emit(work, 'coupon.deleted', work.get('coupon', id));
    work.remove('coupon', id);
    return { id, object: 'coupon', deleted: true };
  }),
];
