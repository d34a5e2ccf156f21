import type { ReactElement } from 'react';
import { bundleMessages } from '@scangate/console/messages/organization/bundles.ts';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import type { FieldsProps } from '@scangate/console/parts/overlays/form-dialog.tsx';
import type { BundleErrors, BundleRequest } from './bundle-request.ts';
import { MemberPicker } from './member-picker.tsx';

/** Asks for the name of a bundle and what is in it. */
export const BundleFields = (props: FieldsProps<BundleRequest, BundleErrors>): ReactElement => {
  const { value, onChange, errors, problem } = props;
  return (
    <>
      <TextField
        label={bundleMessages.name}
        value={value.name}
        onChange={(name) => onChange({ ...value, name })}
        error={errors.name ? bundleMessages.nameMissing : errorAt(problem, '/name')}
        required
      />
      <MemberPicker
        value={value.members}
        onChange={(members) => onChange({ ...value, members })}
        error={errors.members ? bundleMessages.membersMissing : errorAt(problem, '/members')}
      />
    </>
  );
};
