import { useState, type ReactElement } from 'react';
import { detailsMessages } from '@scangate/console/messages/billing/details.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { EditConflict } from '@scangate/console/parts/status/edit-conflict.tsx';
import { useAct } from '@scangate/console/session/use-act.ts';
import { useSharedEdit, type Version } from '@scangate/console/session/use-shared-edit.ts';
import { detailsOf, missingIn, refusedIn, type DetailsDraft } from './details-draft.ts';
import { DetailsFields } from './details-fields.tsx';
import type { DetailsVersion } from './use-billing-details.ts';

interface DetailsDialogProps {
  current: DetailsVersion;
  refetch: () => unknown;
  onClose: () => void;
}

const useDetailsEdit = ({ current, refetch, onClose }: DetailsDialogProps) => {
  const save = useAct('set-billing-details', {
    invalidates: ['get-billing-details'],
    onDone: () => {
      edit.discard();
      onClose();
    },
  });
  const edit = useSharedEdit<DetailsDraft>({
    draft: 'billing-details',
    current,
    problem: save.problem,
    refetch,
  });
  const send = ({ value, etag }: Version<DetailsDraft>): void =>
    void save.run({ ...(etag !== '' && { headers: { 'If-Match': etag } }), body: detailsOf(value) });
  return { save, edit, send };
};

/** Changes the billing details as a whole. Somebody else's change meanwhile is shown beside one's own. */
export const DetailsDialog = (props: DetailsDialogProps): ReactElement => {
  const { save, edit, send } = useDetailsEdit(props);
  const [isTried, setTried] = useState(false);
  const missing = missingIn(edit.value);
  const submit = (): void => {
    setTried(true);
    if (edit.isChanged && Object.keys(missing).length === 0)
      send({ value: edit.value, etag: edit.base.etag });
  };
  return (
    <Dialog open modal size="large" onClose={props.onClose} title={detailsMessages.title}>
      <Form
        problem={edit.conflict.length > 0 ? undefined : save.problem}
        onSubmit={submit}
        actions={
          <>
            <Button type="submit" kind="primary" busy={save.isBusy} disabled={!edit.isChanged}>
              {detailsMessages.save}
            </Button>
            {edit.isChanged && <Button onClick={edit.discard}>{detailsMessages.discard}</Button>}
            <Button onClick={props.onClose}>{detailsMessages.cancel}</Button>
          </>
        }
      >
        <DetailsFields
          value={edit.value}
          onChange={edit.change}
          errors={{ ...refusedIn(save.problem), ...(isTried && missing) }}
        />
        <EditConflict
          edit={edit}
          act={save}
          labelOf={(name) => detailsMessages[name]}
          textOf={(_name, value) => value}
          onSend={send}
        />
      </Form>
    </Dialog>
  );
};
