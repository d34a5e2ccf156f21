import * as z from 'zod';
import { strictObject, paging, type MetadataChange, type Paging } from './parameters.ts';
import { resourceMissing } from './stripe-api-error.ts';
import { listObject, renderObject } from './render-object.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import type { StripeObject } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

export interface Route {
  method: Method;
  /** A path like `/v1/invoices/:id/pay`. */
  path: string;
  /** The name of the client's method, like `invoices.pay`, by which faults refer to it. */
  name: string;
  parameters: z.ZodType;
  run: (tx: Transaction, parameters: unknown, id: string) => object;
}

/** @param run returns an object, which is rendered later, or a list; it receives the id from the path. */
export const route = <S extends z.ZodType>(
  method: Method,
  path: string,
  {
    name,
    parameters,
    run,
  }: { name: string; parameters: S; run: (tx: Transaction, parameters: z.infer<S>, id: string) => object },
): Route => ({ method, path, name, parameters, run: run as Route['run'] });

export const noParameters = strictObject({});
export const listParameters = <S extends z.ZodRawShape>(shape: S) => strictObject({ ...shape, ...paging });

/** Builds one page, newest first. @param found is sorted oldest first. */
export const listPage = <T extends ReadonlyObject<StripeObject>>(
  tx: Transaction,
  url: string,
  { found, paging: requested }: { found: T[]; paging: Paging },
): object => {
  const all = found.toReversed();
  const at = (id: string, param: string): number => {
    const index = all.findIndex((object) => object.id === id);
    if (index < 0) throw resourceMissing('object', id, param);
    return index;
  };
  const limit = requested.limit ?? 10;
  const after = requested.starting_after;
  const before = requested.ending_before;
  if (before !== undefined) {
    const end = at(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return listObject(
      url,
      all.slice(start, end).map((object) => renderObject(tx, object)),
      start > 0,
    );
  }
  const start = after === undefined ? 0 : at(after, 'starting_after') + 1;
  const shown = all.slice(start, start + limit).map((object) => renderObject(tx, object));
  return listObject(url, shown, start + limit < all.length);
};

type Range = { gt?: number; gte?: number; lt?: number; lte?: number };

export const inRange = (range: Range | undefined, at: number): boolean =>
  !range ||
  (at > (range.gt ?? -Infinity) &&
    at >= (range.gte ?? -Infinity) &&
    at < (range.lt ?? Infinity) &&
    at <= (range.lte ?? Infinity));

/** @returns whether the object matches every given filter. */
export const matchesFilter = <T extends object>(
  object: T,
  filter: Partial<Record<keyof T, unknown>>,
): boolean => {
  for (const name in filter) if (filter[name] !== undefined && object[name] !== filter[name]) return false;
  return true;
};

/** Merges metadata by key; an empty value unsets its key, and null unsets all keys. */
export const mergeMetadata = (
  kept: Record<string, string> | null | undefined,
  given: MetadataChange | undefined,
): Record<string, string> => {
  if (given === null) return {};
  const all = { ...kept, ...given };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
};
