import { ApiProblem, type BodyOfResponse } from '@scangate/client';
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

export type DetailsErrors = Partial<Record<keyof DetailsDraft, string | undefined>>;

/** Finds the fields without which the details cannot be sent. */
export const missingIn = (draft: DetailsDraft): DetailsErrors => {
  const { name, email, line1, country, taxType, taxId, ...rest } = trimmed(draft);
  const hasAddress = [line1, country, rest.line2, rest.postalCode, rest.city, rest.state].some(Boolean);
  return {
    ...(name === '' && { name: detailsMessages.nameMissing }),
    ...(!/^[^@\s]+@[^@\s]+$/.test(email) && { email: detailsMessages.emailInvalid }),
    ...(hasAddress && line1 === '' && { line1: detailsMessages.line1Missing }),
    ...(hasAddress && country === '' && { country: detailsMessages.countryMissing }),
    ...(taxType === '' && taxId !== '' && { taxType: detailsMessages.taxTypeMissing }),
    ...(taxType !== '' && taxId === '' && { taxId: detailsMessages.taxIdMissing }),
  };
};

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

/** Finds the fields that the service refuses. Of a tax id it knows only the code of Stripe. */
export const refusedIn = (problem: unknown): DetailsErrors => {
  const errors = Object.entries(pointers).map(([name, pointer]) => [name, errorAt(problem, pointer)]);
  const { taxId, ...others }: DetailsErrors = Object.fromEntries(errors);
  return { ...others, ...(taxId !== undefined && { taxId: detailsMessages.taxIdRefused }) };
};

/** Whether the service says that no details were set. */
export const isNeverSet = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status === 404 && error.code === 'not_found';
