import type { BodyOfResponse } from '@scangate/client';
import { detailsMessages } from '@scangate/console/messages/billing/details.ts';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';

export type BillingDetails = BodyOfResponse<'get-billing-details', 200>;

/** Billing details as the form holds them: an empty text stands for what is not given. */
export interface DetailsDraft {
  name: string;
  email: string;
  line1: string;
  line2: string;
  postalCode: string;
  city: string;
  state: string;
  country: string;
  taxType: string;
  taxId: string;
  poNumber: string;
}

export const draftOf = (details: BillingDetails | undefined): DetailsDraft => {
  const { name = '', email = '', address, taxId, poNumber = '' } = details ?? {};
  return {
    name,
    email,
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    postalCode: address?.postalCode ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    country: address?.country ?? '',
    taxType: taxId?.type ?? '',
    taxId: taxId?.value ?? '',
    poNumber,
  };
};

const trimmed = (draft: DetailsDraft): DetailsDraft =>
  Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [name, value.trim()]),
  ) as unknown as DetailsDraft;

const addressParts = ['line1', 'line2', 'postalCode', 'city', 'state', 'country'] as const;

/** The body of the request; the parts of an address or a tax id that are empty are left out. */
export const detailsOf = (draft: DetailsDraft): BillingDetails => {
  const { name, email, taxType, taxId, poNumber, ...rest } = trimmed(draft);
  const { line1, country, ...others } = rest;
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== ''));
  const hasAddress = addressParts.some((part) => rest[part] !== '');
  return {
    name,
    email,
    ...(hasAddress && { address: { line1, ...given, country } }),
    ...((taxType !== '' || taxId !== '') && { taxId: { type: taxType, value: taxId } }),
    ...(poNumber !== '' && { poNumber }),
  };
};

/** Finds the fields without which the details cannot be sent. */
export const missingIn = (draft: DetailsDraft) => {
  const { name, email, line1, country, taxType, taxId, ...rest } = trimmed(draft);
  const hasAddress = [line1, country, rest.line2, rest.postalCode, rest.city, rest.state].some(Boolean);
  return {
    name: name === '',
    email: !/^[^@\s]+@[^@\s]+$/.test(email),
    line1: hasAddress && line1 === '',
    country: hasAddress && country === '',
    taxType: taxType === '' && taxId !== '',
    taxId: taxType !== '' && taxId === '',
  };
};

export type DetailsErrors = Partial<Record<keyof DetailsDraft, string | undefined>>;

const pointers: Record<keyof DetailsDraft, string> = {
  name: '/name',
  email: '/email',
  line1: '/address/line1',
  line2: '/address/line2',
  postalCode: '/address/postalCode',
  city: '/address/city',
  state: '/address/state',
  country: '/address/country',
  taxType: '/taxId/type',
  taxId: '/taxId/value',
  poNumber: '/poNumber',
};

/** Says at each field what is missing or refused. Of a refused tax id the service knows only the code of Stripe. */
export const detailsErrors = (
  missing: Partial<ReturnType<typeof missingIn>>,
  problem: unknown,
): DetailsErrors => {
  const refused: DetailsErrors = Object.fromEntries(
    Object.entries(pointers).map(([name, pointer]) => [name, errorAt(problem, pointer)]),
  );
  const words = Object.entries(detailsMessages.missing).filter(
    ([name]) => missing[name as keyof typeof missing] === true,
  );
  return {
    ...refused,
    ...(refused.taxId !== undefined && { taxId: detailsMessages.taxIdRefused }),
    ...Object.fromEntries(words),
  };
};
