import { useMemo, useState, type ReactElement } from 'react';
import { ssoMessages } from '@scangate/console/messages/organization/sso.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { EditConflict } from '@scangate/console/parts/status/edit-conflict.tsx';
import { useAct } from '@scangate/console/session/use-act.ts';
import { useSharedEdit, type SharedEdit, type Version } from '@scangate/console/session/use-shared-edit.ts';
import { IssuerFields } from './issuer-fields.tsx';
import { PolicyFields } from './policy-fields.tsx';
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
  const remove = useAct('remove-sso', { invalidates: ['get-sso'], onDone: onClose });
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

const labels: Record<keyof SsoSettings, string> = {
  kind: ssoMessages.kind,
  issuer: ssoMessages.issuerUrl,
  clientId: ssoMessages.clientId,
  entityId: ssoMessages.entityId,
  signInUrl: ssoMessages.signInUrl,
  certificates: ssoMessages.certificates,
  claim: ssoMessages.claim,
  groups: ssoMessages.roles,
  isEnforced: ssoMessages.enforce,
  breakGlass: ssoMessages.breakGlass,
  idleMinutes: ssoMessages.idleMinutes,
  absoluteHours: ssoMessages.absoluteHours,
  maxTokenDays: ssoMessages.maxTokenDays,
  requiredAmr: ssoMessages.requiredAmr,
};

const labelOf = (name: keyof SsoSettings): string => labels[name];

const textOf = (_name: keyof SsoSettings, value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

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

/** The issuer and, on Regulated, what it decides. The secret stays in its field and is never in a draft. */
export const SsoForm = ({ current, refetch, isFull }: SsoFormProps): ReactElement => {
  const [clientSecret, setClientSecret] = useState('');
  const [isRemoving, setRemoving] = useState(false);
  const shown = useMemo(() => ({ value: settingsOf(current.value), etag: current.etag }), [current]);
  const save = useAct('set-sso', {
    invalidates: ['get-sso'],
    onDone: () => {
      setClientSecret('');
      edit.discard();
    },
  });
  const edit = useSharedEdit<SsoSettings>({ draft: 'sso', current: shown, problem: save.problem, refetch });
  const missing = missingIn(edit.value);
  const canSave = (edit.isChanged || clientSecret !== '') && missing.size === 0;
  const send = ({ value, etag }: Version<SsoSettings>): void =>
    void save.run({
      headers: { 'If-Match': etag },
      body: ssoBody(value, { clientSecret, isFull }),
    });
  const fields = { value: edit.value, onChange: edit.change, problem: save.problem };
  const { configured } = current.value;
  return (
    <>
      <Form
        problem={edit.conflict.length > 0 ? undefined : save.problem}
        onSubmit={() => canSave && send({ value: edit.value, etag: edit.base.etag })}
        actions={
          <Actions
            edit={edit}
            isBusy={save.isBusy}
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
          clientSecret={clientSecret}
          onSecret={setClientSecret}
        />
        {isFull && <PolicyFields {...fields} />}
        <EditConflict edit={edit} act={save} labelOf={labelOf} textOf={textOf} onSend={send} />
      </Form>
      {isRemoving && <RemoveSso current={current} onClose={() => setRemoving(false)} />}
    </>
  );
};
