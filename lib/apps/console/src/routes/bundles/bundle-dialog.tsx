import { useState, type ReactElement } from 'react';
import { bundleMessages } from '@scangate/console/messages/organization/bundles.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useAct } from '@scangate/console/session/use-act.ts';
import { RepositoryPicker, type ChosenRepository } from '../pickers/repository-picker.tsx';

interface BundleRequest {
  name: string;
  members: readonly ChosenRepository[];
}

/** Most members of a bundle. */
const mostMembers = 100;

const bodyOf = ({ name, members }: BundleRequest) => ({
  name: name.trim(),
  members: members.map(({ repositoryId }) => ({ repositoryId })),
});

/** Makes a bundle. */
export const BundleDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const draft = useDraft<BundleRequest>('bundle', { name: '', members: [] });
  const [isTried, setTried] = useState(false);
  const create = useAct('create-bundle', {
    invalidates: ['list-bundles'],
    onDone: () => {
      draft.clear();
      onClose();
    },
  });
  const { name, members } = draft.value;
  const missing = { name: name.trim() === '', members: members.length === 0 };
  const submit = (): void => {
    setTried(true);
    if (missing.name || missing.members) return;
    void create.run({ body: bodyOf(draft.value) });
  };
  return (
    <Dialog open modal size="large" onClose={onClose} title={bundleMessages.add}>
      <Form
        problem={create.problem}
        onSubmit={submit}
        actions={
          <Button type="submit" kind="primary" busy={create.isBusy}>
            {bundleMessages.create}
          </Button>
        }
      >
        <TextField
          label={bundleMessages.name}
          value={name}
          onChange={(text) => draft.set({ name: text, members })}
          error={isTried && missing.name ? bundleMessages.nameMissing : errorAt(create.problem, '/name')}
          required
        />
        <RepositoryPicker
          label={bundleMessages.members}
          help={bundleMessages.membersHelp}
          value={members}
          onChange={(chosen) => draft.set({ name, members: chosen })}
          most={mostMembers}
          error={
            isTried && missing.members ? bundleMessages.membersMissing : errorAt(create.problem, '/members')
          }
        />
      </Form>
    </Dialog>
  );
};
