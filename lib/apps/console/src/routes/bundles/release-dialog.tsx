import type { ReactElement } from 'react';
import { bundleMessages } from '@scangate/console/messages/organization/bundles.ts';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Disclosure } from '@scangate/console/parts/layout/disclosure.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { FormDialog, type FieldsProps } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import type { Bundle } from './bundle-request.ts';
import {
  commitField,
  newRelease,
  releaseBody,
  releaseErrors,
  type ReleaseRequest,
} from './release-request.ts';
import { useMemberNames } from './use-member-names.ts';

interface ReleaseFieldsProps extends FieldsProps<ReleaseRequest> {
  members: Bundle['members'];
}

const CommitFields = ({ value, onChange, errors, problem, members }: ReleaseFieldsProps): ReactElement => {
  const nameOf = useMemberNames(members);
  const ids = [...new Set(members.map(({ repositoryId }) => repositoryId))];
  return (
    <Disclosure summary={bundleMessages.commits} open={Object.keys(value.commits).length > 0}>
      <Stack gap={3}>
        <p>{bundleMessages.commitsHelp}</p>
        {ids.map((id) => (
          <TextField
            key={id}
            label={markedText(nameOf?.({ repositoryId: id }) ?? id)}
            value={value.commits[id] ?? ''}
            onChange={(commit) => onChange({ ...value, commits: { ...value.commits, [id]: commit } })}
            error={
              errors[commitField(id)] ? bundleMessages.commitInvalid : errorAt(problem, `/commits/${id}`)
            }
            mono
          />
        ))}
      </Stack>
    </Disclosure>
  );
};

const Fields = (props: ReleaseFieldsProps): ReactElement => {
  const { value, onChange, errors, problem } = props;
  return (
    <>
      <p>{bundleMessages.releaseText}</p>
      <TextField
        label={bundleMessages.version}
        value={value.version}
        onChange={(version) => onChange({ ...value, version })}
        error={errors['version'] ? bundleMessages.versionMissing : errorAt(problem, '/version')}
        required
        mono
      />
      <TextField
        label={bundleMessages.support}
        help={bundleMessages.supportHelp}
        type="date"
        value={value.support}
        onChange={(support) => onChange({ ...value, support })}
        error={errorAt(problem, '/supportUntil')}
      />
      <CommitFields {...props} />
    </>
  );
};

interface ReleaseDialogProps {
  bundle: Bundle;
  onClose: () => void;
}

/** Releases a version of a bundle. */
export const ReleaseDialog = ({ bundle, onClose }: ReleaseDialogProps): ReactElement => {
  const { bundleId, members } = bundle;
  const release = useApiAction('release-bundle', {
    invalidates: ['list-releases', 'get-bundle', 'list-bundles'],
  });
  return (
    <FormDialog
      title={bundleMessages.release}
      submit={bundleMessages.releaseConfirm}
      draft={useDraft<ReleaseRequest>(`release:${bundleId}`, newRelease)}
      errorsIn={releaseErrors}
      act={release}
      send={(value) => release.run({ params: { bundleId }, body: releaseBody(value) })}
      onClose={onClose}
    >
      {(fields) => <Fields {...fields} members={members} />}
    </FormDialog>
  );
};
