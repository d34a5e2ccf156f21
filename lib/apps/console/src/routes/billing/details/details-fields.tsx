import { useMemo, type ReactElement } from 'react';
import { detailsMessages } from '@scangate/console/messages/billing/details.ts';
import {
  countryName,
  countryOptions,
  taxIdKindName,
  taxIdKindOptions,
} from '@scangate/console/messages/billing/places.ts';
import { Select, type SelectOption } from '@scangate/console/parts/forms/select.tsx';
import { TextField, type TextFieldProps } from '@scangate/console/parts/forms/text-field.tsx';
import type { DetailsDraft, DetailsErrors } from './details-draft.ts';

interface FieldsProps {
  value: DetailsDraft;
  onChange: (changes: Partial<DetailsDraft>) => void;
  errors: DetailsErrors;
}

type TextName = Exclude<keyof DetailsDraft, 'country' | 'taxType'>;

/** None, the choices, and the stored one although it is none of them. */
const withStored = (
  options: readonly SelectOption<string>[],
  { none, stored, nameOf }: { none: string; stored: string; nameOf: (value: string) => string },
): SelectOption<string>[] => [
  { value: '', label: none },
  ...(stored === '' || options.some(({ value }) => value === stored)
    ? []
    : [{ value: stored, label: nameOf(stored) }]),
  ...options,
];

const Country = ({ value: { country }, onChange, errors }: FieldsProps): ReactElement => {
  const countries = useMemo(countryOptions, []);
  return (
    <Select
      label={detailsMessages.country}
      value={country}
      onChange={(code) => onChange({ country: code })}
      options={withStored(countries, {
        none: detailsMessages.noCountry,
        stored: country,
        nameOf: countryName,
      })}
      error={errors.country}
    />
  );
};

const TaxType = ({ value: { taxType }, onChange, errors }: FieldsProps): ReactElement => {
  const kinds = useMemo(taxIdKindOptions, []);
  return (
    <Select
      label={detailsMessages.taxType}
      value={taxType}
      onChange={(kind) => onChange({ taxType: kind })}
      options={withStored(kinds, { none: detailsMessages.noTaxType, stored: taxType, nameOf: taxIdKindName })}
      error={errors.taxType}
    />
  );
};

/** The fields of the billing details, in the order of an invoice. */
export const DetailsFields = (props: FieldsProps): ReactElement => {
  const { value, onChange, errors } = props;
  const text = (name: TextName, more: Partial<TextFieldProps> = {}): ReactElement => (
    <TextField
      label={detailsMessages[name]}
      value={value[name]}
      onChange={(typed) => onChange({ [name]: typed })}
      error={errors[name]}
      maxLength={200}
      {...more}
    />
  );
  return (
    <>
      {text('name', { required: true, autoComplete: 'organization' })}
      {text('email', {
        type: 'email',
        required: true,
        maxLength: 254,
        help: detailsMessages.emailHelp,
        autoComplete: 'email',
      })}
      {text('line1', { autoComplete: 'address-line1' })}
      {text('line2', { autoComplete: 'address-line2' })}
      {text('postalCode', { maxLength: 20, autoComplete: 'postal-code' })}
      {text('city', { autoComplete: 'address-level2' })}
      {text('state', { autoComplete: 'address-level1' })}
      <Country {...props} />
      <TaxType {...props} />
      {text('taxId', { maxLength: 50, help: detailsMessages.taxIdHelp, mono: true })}
      {text('poNumber', { maxLength: 140 })}
    </>
  );
};
