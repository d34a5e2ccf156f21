import * as z from 'zod';
import { change, emit } from './events.ts';
import { boolean, count, createdRange, group, integer, metadata, text } from './parameters.ts';
import { refuse } from './refusal.ts';
import { fits, listing, merged, nothing, page, route, within, type Route } from './route.ts';
import type { PromotionCode } from './wire.ts';
import { newId, type Work } from './work.ts';

const create = group({
  promotion: group({ type: z.enum(['coupon']), coupon: text }),
  active: boolean.optional(),
  code: text
    .regex(/^[A-Za-z0-9-]+$/)
    .max(500)
    .optional(),
  customer: text.optional(),
  expires_at: integer.optional(),
  max_redemptions: count.optional(),
  metadata: metadata.optional(),
  restrictions: group({ first_time_transaction: boolean.optional() }).optional(),
});

const sameCode = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();

const newCode = (work: Work, given: z.infer<typeof create>): PromotionCode => {
  const code = given.code ?? newId('').slice(1, 9).toUpperCase();
  const active = given.active ?? true;
  const taken = [...work.all('promotion_code')].some((one) => one.active && sameCode(one.code, code));
  if (active && taken) {
    throw refuse('An active promotion code with `code: ' + code + '` already exists.', 'code');
  }
  return work.put({
    id: newId('promo'),
    object: 'promotion_code',
    active,
    code,
    created: work.now,
    customer: given.customer === undefined ? null : work.get('customer', given.customer, 'customer').id,
    customer_account: null,
    expires_at: given.expires_at ?? null,
    livemode: false,
    max_redemptions: given.max_redemptions ?? null,
    metadata: merged({}, given.metadata),
    promotion: {
      type: 'coupon',
      coupon: work.get('coupon', given.promotion.coupon, 'promotion[coupon]').id,
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
  route('POST', '/v1/promotion_codes', 'promotionCodes.create', create, (work, given) => {
    const code = newCode(work, given);
    emit(work, 'promotion_code.created', code);
    return code;
  }),
  route('GET', '/v1/promotion_codes/:id', 'promotionCodes.retrieve', nothing, (work, _, id) =>
    work.get('promotion_code', id),
  ),
  route(
    'POST',
    '/v1/promotion_codes/:id',
    'promotionCodes.update',
    group({ active: boolean.optional(), metadata: metadata.optional() }),
    (work, given, id) =>
      change(work, 'promotion_code', id, 'promotion_code.updated', (code) => {
        code.active = given.active ?? code.active;
        code.metadata = merged(code.metadata, given.metadata);
      }),
  ),
  route(
    'GET',
    '/v1/promotion_codes',
    'promotionCodes.list',
    listing({
      active: boolean.optional(),
      code: text.optional(),
      coupon: text.optional(),
      created: createdRange,
      customer: text.optional(),
    }),
    (work, { active, code, coupon, created, customer, ...paging }) => {
      const found = work.where(
        'promotion_code',
        (one) =>
          fits(one, { active, customer }) &&
          within(created, one.created) &&
          (code === undefined || sameCode(one.code, code)) &&
          (coupon === undefined || one.promotion.coupon === coupon),
      );
      return page(work, '/v1/promotion_codes', found, paging);
    },
  ),
];
