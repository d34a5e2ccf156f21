import * as z from 'zod';
import { changeObject, emitEvent } from '../webhooks/events.ts';
import {
  booleanParameter,
  countParameter,
  createdRange,
  strictObject,
  integerParameter,
  metadataParameter,
  stringParameter,
} from '../http/parameters.ts';
import { invalidRequest } from '../http/stripe-api-error.ts';
import {
  matchesFilter,
  listParameters,
  mergeMetadata,
  noParameters,
  listPage,
  route,
  inRange,
  type Route,
} from '../http/route.ts';
import type { PromotionCode } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

const create = strictObject({
  promotion: strictObject({ type: z.enum(['coupon']), coupon: stringParameter }),
  active: booleanParameter.optional(),
  code: stringParameter
    .regex(/^[A-Za-z0-9-]+$/)
    .max(500)
    .optional(),
  customer: stringParameter.optional(),
  expires_at: integerParameter.optional(),
  max_redemptions: countParameter.optional(),
  metadata: metadataParameter.optional(),
  restrictions: strictObject({ first_time_transaction: booleanParameter.optional() }).optional(),
});

const sameCode = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();

const newCode = (tx: Transaction, given: z.infer<typeof create>): PromotionCode => {
  const code = given.code ?? newId('').slice(1, 9).toUpperCase();
  const active = given.active ?? true;
  const taken = [...tx.all('promotion_code')].some((one) => one.active && sameCode(one.code, code));
  if (active && taken) {
    throw invalidRequest('An active promotion code with `code: ' + code + '` already exists.', 'code');
  }
  return tx.put({
    id: newId('promo'),
    object: 'promotion_code',
    active,
    code,
    created: tx.now,
    customer: given.customer === undefined ? null : tx.get('customer', given.customer, 'customer').id,
    customer_account: null,
    expires_at: given.expires_at ?? null,
    livemode: false,
    max_redemptions: given.max_redemptions ?? null,
    metadata: mergeMetadata({}, given.metadata),
    promotion: {
      type: 'coupon',
      coupon: tx.get('coupon', given.promotion.coupon, 'promotion[coupon]').id,
    },
    restrictions: {
      first_time_transaction: given.restrictions?.first_time_transaction ?? false,
      minimum_amount: null,
      minimum_amount_currency: null,
    },
    times_redeemed: 0,
  });
};

export const promotionCodeRoutes: Route[] = [
  route('POST', '/v1/promotion_codes', {
    name: 'promotionCodes.create',
    parameters: create,
    run: (tx, given) => {
      const code = newCode(tx, given);
      emitEvent(tx, 'promotion_code.created', { object: code });
      return code;
    },
  }),
  route('GET', '/v1/promotion_codes/:id', {
    name: 'promotionCodes.retrieve',
    parameters: noParameters,
    run: (tx, _, id) => tx.get('promotion_code', id),
  }),
  route('POST', '/v1/promotion_codes/:id', {
    name: 'promotionCodes.update',
    parameters: strictObject({ active: booleanParameter.optional(), metadata: metadataParameter.optional() }),
    run: (tx, given, id) =>
      changeObject(tx, { type: 'promotion_code', id, event: 'promotion_code.updated' }, (code) => {
        code.active = given.active ?? code.active;
        code.metadata = mergeMetadata(code.metadata, given.metadata);
      }),
  }),
  route('GET', '/v1/promotion_codes', {
    name: 'promotionCodes.list',
    parameters: listParameters({
      active: booleanParameter.optional(),
      code: stringParameter.optional(),
      coupon: stringParameter.optional(),
      created: createdRange,
      customer: stringParameter.optional(),
    }),
    run: (tx, { active, code, coupon, created, customer, ...paging }) => {
      const found = tx.where(
        'promotion_code',
        (one) =>
          matchesFilter(one, { active, customer }) &&
          inRange(created, one.created) &&
          (code === undefined || sameCode(one.code, code)) &&
          (coupon === undefined || one.promotion.coupon === coupon),
      );
      return listPage(tx, '/v1/promotion_codes', { found, paging });
    },
  }),
];
