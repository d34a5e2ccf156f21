import type { ReactElement } from 'react';
import { evidenceMessages } from '@scangate/console/messages/organization/evidence.ts';
import { CheckboxGroup } from '@scangate/console/parts/forms/checkbox-group.tsx';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { FormDialog, type FieldsProps } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { RepositoryPicker } from '../pickers/repository-picker.tsx';
import { newPack, packBody, packErrors, type PackPart, type PackRequest } from './auditor-pack-request.ts';

const parts: readonly PackPart[] = ['findings', 'sbom'];

type PackErrors = ReturnType<typeof packErrors>;

const Fields = (props: FieldsProps<PackRequest, PackErrors>): ReactElement => {
  const { value, onChange, errors, problem } = props;
  const toError = errors.order ? evidenceMessages.dateOrder : errorAt(problem, '/to');
  return (
    <>
      <TextField
        label={evidenceMessages.from}
        type="date"
        value={value.from}
        onChange={(from) => onChange({ ...value, from })}
        error={errors.from ? evidenceMessages.dateMissing : errorAt(problem, '/from')}
        required
      />
      <TextField
        label={evidenceMessages.to}
        type="date"
        value={value.to}
        onChange={(to) => onChange({ ...value, to })}
        error={errors.to ? evidenceMessages.dateMissing : toError}
        required
      />
      <CheckboxGroup
        label={evidenceMessages.include}
        values={value.include}
        onChange={(include) => onChange({ ...value, include })}
        options={parts.map((part) => ({ value: part, label: evidenceMessages[part] }))}
        error={errorAt(problem, '/include')}
      />
      <RepositoryPicker
        label={evidenceMessages.repositories}
        help={evidenceMessages.repositoriesHelp}
        value={value.repositories}
        onChange={(repositories) => onChange({ ...value, repositories })}
        most={100}
        error={errorAt(problem, '/repositoryIds')}
      />
    </>
  );
};

/** Requests a pack for a period. */
export const RequestDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const request = useApiAction('request-auditor-pack', { invalidates: ['list-auditor-packs'] });
  return (
    <FormDialog
      title={evidenceMessages.request}
      submit={evidenceMessages.create}
      draft={useDraft<PackRequest>('auditor-pack', newPack)}
      errorsIn={packErrors}
      act={request}
      send={(value) => request.run({ body: packBody(value) })}
      onClose={onClose}
    >
      {(fields) => <Fields {...fields} />}
    </FormDialog>
  );
};
