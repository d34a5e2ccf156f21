import * as z from 'zod';
import { emitEvent } from '../webhooks/events.ts';
import {
  countParameter,
  createdRange,
  decimalParameter,
  strictObject,
  integerParameter,
  listOf,
  metadataParameter,
  stringParameter,
} from '../http/parameters.ts';
import { missingParameter, invalidRequest } from '../http/stripe-api-error.ts';
import {
  listParameters,
  mergeMetadata,
  noParameters,
  listPage,
  route,
  inRange,
  type Route,
} from '../http/route.ts';
import type { Coupon } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

const create = strictObject({
  id: stringParameter.optional(),
  amount_off: integerParameter.pipe(z.number().min(1)).optional(),
  percent_off: decimalParameter.pipe(z.number().gt(0).max(100)).optional(),
  currency: stringParameter.toLowerCase().optional(),
  duration: z.enum(['forever', 'once', 'repeating']).optional(),
  duration_in_months: countParameter.optional(),
  max_redemptions: countParameter.optional(),
  redeem_by: integerParameter.optional(),
  name: stringParameter.max(40).optional(),
  metadata: metadataParameter.optional(),
  applies_to: strictObject({ products: listOf(stringParameter) }).optional(),
});

const check = (tx: Transaction, given: z.infer<typeof create>): void => {
  if ((given.amount_off === undefined) === (given.percent_off === undefined)) {
    throw invalidRequest('Coupon must have one of percent_off or amount_off set');
  }
  if (given.amount_off !== undefined && !given.currency) throw missingParameter('currency');
  if ((given.duration === 'repeating') !== (given.duration_in_months !== undefined)) {
    throw invalidRequest(
      'duration_in_months goes with duration=repeating, and only with it.',
      'duration_in_months',
    );
  }
  if (given.id && tx.find('coupon', given.id)) {
    throw invalidRequest('Coupon already exists.', 'id', 'resource_already_exists');
  }
};

const newCoupon = (tx: Transaction, given: z.infer<typeof create>): Coupon => {
  check(tx, given);
  return tx.put({
    id: given.id ?? newId('').slice(1, 9),
    object: 'coupon',
    amount_off: given.amount_off ?? null,
    ...(given.applies_to && { applies_to: given.applies_to }),
    created: tx.now,
    currency: given.amount_off === undefined ? null : (given.currency ?? null),
    duration: given.duration ?? 'once',
    duration_in_months: given.duration_in_months ?? null,
    livemode: false,
    max_redemptions: given.max_redemptions ?? null,
    metadata: mergeMetadata({}, given.metadata),
    name: given.name ?? null,
    percent_off: given.percent_off ?? null,
    redeem_by: given.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  });
};

export const couponRoutes: Route[] = [
  route('POST', '/v1/coupons', {
    name: 'coupons.create',
    parameters: create,
    run: (tx, given) => {
      const coupon = newCoupon(tx, given);
      emitEvent(tx, 'coupon.created', { object: coupon });
      return coupon;
    },
  }),
  route('GET', '/v1/coupons/:id', {
    name: 'coupons.retrieve',
    parameters: noParameters,
    run: (tx, _, id) => tx.get('coupon', id),
  }),
  route('GET', '/v1/coupons', {
    name: 'coupons.list',
    parameters: listParameters({ created: createdRange }),
    run: (tx, given) => {
      const { created, ...paging } = given;
      const found = tx.where('coupon', (coupon) => inRange(created, coupon.created));
      return listPage(tx, '/v1/coupons', { found, paging });
    },
  }),
  route('DELETE', '/v1/coupons/:id', {
    name: 'coupons.delete',
    parameters: noParameters,
    run: (tx, _, id) => {
      emitEvent(tx, 'coupon.deleted', { object: tx.get('coupon', id) });
      tx.remove('coupon', id);
      return { id, object: 'coupon', deleted: true };
    },
  }),
];
