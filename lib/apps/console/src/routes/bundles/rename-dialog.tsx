import { useMemo, type ReactElement } from 'react';
import { bundleMessages } from '@scangate/console/messages/organization/bundles.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { ConflictPanel } from '@scangate/console/parts/status/conflict-panel.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useAct } from '@scangate/console/session/use-act.ts';
import { useSharedEdit, type SharedEdit, type Version } from '@scangate/console/session/use-shared-edit.ts';
import type { Bundle } from './bundle-page.tsx';

interface RenameDialogProps {
  current: Version<Bundle>;
  refetch: () => unknown;
  onClose: () => void;
}

interface ConflictProps {
  edit: SharedEdit<{ name: string }>;
  isBusy: boolean;
  onSendAgain: () => void;
}

const Conflict = ({ edit, isBusy, onSendAgain }: ConflictProps): ReactElement | null =>
  edit.conflict.length === 0 ? null : (
    <ConflictPanel
      fields={edit.conflict.map(({ mine, theirs }) => ({
        label: bundleMessages.name,
        yours: <Text value={mine} />,
        theirs: <Text value={theirs} />,
      }))}
      onTakeTheirs={edit.discard}
      onSendAgain={onSendAgain}
      busy={isBusy}
    />
  );

/** Changes the name of a bundle. */
export const RenameDialog = ({ current, refetch, onClose }: RenameDialogProps): ReactElement => {
  const { bundleId, name } = current.value;
  const version = useMemo(() => ({ value: { name }, etag: current.etag }), [name, current.etag]);
  const save = useAct('change-bundle', {
    invalidates: ['get-bundle', 'list-bundles'],
    onDone: () => {
      edit.discard();
      onClose();
    },
  });
  const edit = useSharedEdit({
    draft: `bundle:${bundleId}`,
    current: version,
    problem: save.problem,
    refetch,
  });
  const isEmpty = edit.value.name.trim() === '';
  const send = ({ value, etag }: Version<{ name: string }>): void =>
    void save.run({ params: { bundleId }, headers: { 'If-Match': etag }, body: { name: value.name.trim() } });
  return (
    <Dialog open modal onClose={onClose} title={bundleMessages.renameTitle}>
      <Form
        problem={edit.conflict.length > 0 ? undefined : save.problem}
        onSubmit={() => edit.isChanged && !isEmpty && send({ value: edit.value, etag: edit.base.etag })}
        actions={
          <Button type="submit" kind="primary" busy={save.isBusy} disabled={!edit.isChanged || isEmpty}>
            {bundleMessages.save}
          </Button>
        }
      >
        <TextField
          label={bundleMessages.name}
          value={edit.value.name}
          onChange={(text) => edit.change({ name: text })}
          error={isEmpty ? bundleMessages.nameMissing : errorAt(save.problem, '/name')}
          required
        />
        <Conflict edit={edit} isBusy={save.isBusy} onSendAgain={() => send(edit.merged)} />
      </Form>
    </Dialog>
  );
};
