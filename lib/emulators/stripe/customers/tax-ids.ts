import * as z from 'zod';
import { strictObject, stringParameter } from '../http/parameters.ts';
import { listParameters, listPage, noParameters, route, type Route } from '../http/route.ts';
import { invalidRequest } from '../http/stripe-api-error.ts';
import type { TaxId } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

/** The types that the emulator knows, with the form of their values. */
const forms: Readonly<Record<string, RegExp>> = {
  eu_vat: /^[A-Z]{2}[A-Z0-9]{2,12}$/,
  gb_vat: /^GB(?:\d{9}|\d{12})$/,
  us_ein: /^\d{2}-\d{7}$/,
  ch_vat: /^CHE-\d{3}\.\d{3}\.\d{3} (?:MWST|TVA|IVA)$/,
};
const types = Object.keys(forms) as [string, ...string[]];

const owner = strictObject({ type: z.enum(['customer']), customer: stringParameter });
const create = strictObject({ owner, type: z.enum(types), value: stringParameter });

const created = (tx: Transaction, { owner: given, type, value }: z.infer<typeof create>): TaxId => {
  const customer = tx.get('customer', given.customer, 'owner[customer]').id;
  if (!forms[type]?.test(value))
    throw invalidRequest(`Invalid value for ${type}.`, 'value', 'tax_id_invalid');
  return tx.put<TaxId>({
    id: newId('txi'),
    object: 'tax_id',
    country: value.slice(0, 2),
    created: tx.now,
    customer,
    customer_account: null,
    livemode: false,
    owner: { type: 'customer', customer, customer_account: null },
    type: type as TaxId['type'],
    value,
    verification: null,
  });
};

/** The tax ids of a customer, as an invoice shows them. */
export const taxIdsOf = (tx: Transaction, customer: string): { type: TaxId['type']; value: string }[] =>
  tx.where('tax_id', (one) => one.customer === customer).map(({ type, value }) => ({ type, value }));

export const taxIdRoutes: Route[] = [
  route('POST', '/v1/tax_ids', { name: 'taxIds.create', parameters: create, run: created }),
  route('DELETE', '/v1/tax_ids/:id', {
    name: 'taxIds.del',
    parameters: noParameters,
    run: (tx, _, id) => {
      tx.get('tax_id', id);
      tx.remove('tax_id', id);
      return { id, object: 'tax_id', deleted: true };
    },
  }),
  route('GET', '/v1/tax_ids', {
    name: 'taxIds.list',
    parameters: listParameters({ owner }),
    run: (tx, { owner: given, ...paging }) =>
      listPage(tx, '/v1/tax_ids', {
        found: tx.where('tax_id', (one) => one.customer === given.customer),
        paging,
      }),
  }),
];
