import { useMemo, useState, type ReactElement } from 'react';
import { ssoMessages } from '@scangate/console/messages/organization/sso.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { EditConflict } from '@scangate/console/parts/status/edit-conflict.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { usePeople } from '@scangate/console/session/use-people.ts';
import { useSharedEdit, type SharedEdit, type Version } from '@scangate/console/session/use-shared-edit.ts';
import { IssuerFields } from './issuer-fields.tsx';
import { PolicyFields } from './policy-fields.tsx';
import { ssoLabels, ssoText } from './sso-text.ts';
import { missingIn, settingsOf, ssoBody, type Sso, type SsoSettings } from './sso-settings.ts';

interface SsoFormProps {
  current: Version<Sso>;
  refetch: () => unknown;
  isFull: boolean;
}

interface RemoveSsoProps {
  current: Version<Sso>;
  onClose: () => void;
}

const RemoveSso = ({ current: { value, etag }, onClose }: RemoveSsoProps): ReactElement => {
  const remove = useApiAction('remove-sso', { invalidates: ['get-sso'], onDone: onClose });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={ssoMessages.removeSso}
      confirm={ssoMessages.removeSso}
      typeToConfirm={issuerName(value)}
      onConfirm={() => void remove.run({ headers: { 'If-Match': etag } })}
      busy={remove.isBusy}
      problem={remove.problem}
    >
      {ssoMessages.removeSsoText}
    </ConfirmDialog>
  );
};

const issuerName = ({ issuer }: Sso): string =>
  (issuer?.kind === 'saml' ? issuer.entityId : issuer?.issuer) ?? '';

interface ActionsProps {
  edit: SharedEdit<SsoSettings>;
  isBusy: boolean;
  canSave: boolean;
  onRemove?: () => void;
}

const Actions = ({ edit, isBusy, canSave, onRemove }: ActionsProps): ReactElement => (
  <>
    <Button type="submit" kind="primary" busy={isBusy} disabled={!canSave}>
      {ssoMessages.save}
    </Button>
    {edit.isChanged && <Button onClick={edit.discard}>{ssoMessages.discard}</Button>}
    {onRemove && (
      <Button kind="danger" onClick={onRemove}>
        {ssoMessages.removeSso}
      </Button>
    )}
  </>
);

/** Saves the settings with the secret that was typed, which is sent once. */
const useSsoEdit = ({ current, refetch, isFull }: SsoFormProps) => {
  const [clientSecret, setClientSecret] = useState('');
  const shown = useMemo(() => ({ value: settingsOf(current.value), etag: current.etag }), [current]);
  const save = useApiAction('set-sso', { invalidates: ['get-sso'] });
  const edit = useSharedEdit<SsoSettings>({
    draft: 'sso',
    current: shown,
    refetch,
    act: save,
    send: async ({ value, etag }) => {
      const body = ssoBody(value, { clientSecret, isFull });
      const response = await save.run({ headers: { 'If-Match': etag }, body });
      if (response) setClientSecret((typed) => (typed === clientSecret ? '' : typed));
      return response;
    },
  });
  return { save, edit, secret: { clientSecret, onSecret: setClientSecret } };
};

/** The issuer and, on Regulated, what it decides. The secret stays in its field and is never in a draft. */
export const SsoForm = (props: SsoFormProps): ReactElement => {
  const { current, isFull } = props;
  const [isRemoving, setRemoving] = useState(false);
  const { save, edit, secret } = useSsoEdit(props);
  const { nameOf } = usePeople(edit.conflict.length > 0);
  const missing = missingIn(edit.value);
  const canSave = (edit.isChanged || secret.clientSecret !== '') && missing.size === 0;
  const fields = { value: edit.value, onChange: edit.change, problem: save.problem };
  const { configured } = current.value;
  return (
    <>
      <Form
        problem={edit.conflict.length > 0 ? undefined : save.problem}
        onSubmit={() => canSave && void edit.save()}
        actions={
          <Actions
            edit={edit}
            isBusy={edit.isBusy}
            canSave={canSave}
            {...(configured && { onRemove: () => setRemoving(true) })}
          />
        }
      >
        <IssuerFields
          {...fields}
          isFull={isFull}
          isStored={configured}
          missing={edit.isChanged ? missing : new Set()}
          {...secret}
        />
        {isFull && <PolicyFields {...fields} />}
        <EditConflict edit={edit} labelOf={(name) => ssoLabels[name]} textOf={ssoText(nameOf)} />
      </Form>
      {isRemoving && <RemoveSso current={current} onClose={() => setRemoving(false)} />}
    </>
  );
};
