import { useState, type ReactElement } from 'react';
import { evidenceMessages } from '@scangate/console/messages/organization/evidence.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { CheckboxGroup } from '@scangate/console/parts/forms/checkbox-group.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useAct } from '@scangate/console/session/use-act.ts';
import { RepositoryPicker } from '../pickers/repository-picker.tsx';
import { newPack, packBody, packErrors, type PackPart, type PackRequest } from './pack-request.ts';

const parts: readonly PackPart[] = ['findings', 'sbom'];

interface FieldsProps {
  value: PackRequest;
  onChange: (value: PackRequest) => void;
  errors: ReturnType<typeof packErrors> | undefined;
  problem: unknown;
}

const Fields = ({ value, onChange, errors, problem }: FieldsProps): ReactElement => {
  const toError = errors?.order ? evidenceMessages.dateOrder : errorAt(problem, '/to');
  return (
    <>
      <TextField
        label={evidenceMessages.from}
        type="date"
        value={value.from}
        onChange={(from) => onChange({ ...value, from })}
        error={errors?.from ? evidenceMessages.dateMissing : errorAt(problem, '/from')}
        required
      />
      <TextField
        label={evidenceMessages.to}
        type="date"
        value={value.to}
        onChange={(to) => onChange({ ...value, to })}
        error={errors?.to ? evidenceMessages.dateMissing : toError}
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
        most={50}
        error={errorAt(problem, '/repositoryIds')}
      />
    </>
  );
};

/** Requests a pack for a period. */
export const RequestDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const draft = useDraft<PackRequest>('auditor-pack', newPack);
  const [isTried, setTried] = useState(false);
  const request = useAct('request-auditor-pack', {
    invalidates: ['list-auditor-packs'],
    onDone: () => {
      draft.clear();
      onClose();
    },
  });
  const errors = packErrors(draft.value);
  const submit = (): void => {
    setTried(true);
    if (!Object.values(errors).some(Boolean)) void request.run({ body: packBody(draft.value) });
  };
  return (
    <Dialog open modal size="large" onClose={onClose} title={evidenceMessages.request}>
      <Form
        problem={request.problem}
        onSubmit={submit}
        actions={
          <>
            <Button type="submit" kind="primary" busy={request.isBusy}>
              {evidenceMessages.create}
            </Button>
            <Button onClick={onClose}>{evidenceMessages.cancel}</Button>
          </>
        }
      >
        <Fields
          value={draft.value}
          onChange={draft.set}
          errors={isTried ? errors : undefined}
          problem={request.problem}
        />
      </Form>
    </Dialog>
  );
};
