import { useState, type ReactElement } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { repositoryMessages } from '@scangate/console/messages/gate/repositories.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Row } from '@scangate/console/parts/layout/stack.tsx';
import { ConfirmDialog, Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import {
  CredentialFields,
  credentialOf,
  noCredential,
} from '@scangate/console/routes/connect-repository/credential-fields.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import type { RepositoryDetail } from './repository-detail.ts';

interface CredentialProps {
  repository: RepositoryDetail;
  onClose: () => void;
}

/** A new credential takes the place of the old one only after the code host accepted it. */
const RotateDialog = ({ repository: { repositoryId }, onClose }: CredentialProps): ReactElement => {
  const [typed, setTyped] = useState(noCredential);
  const credential = credentialOf(typed);
  const act = useApiAction('change-repository', {
    invalidates: ['get-repository', 'list-repositories'],
    onDone: onClose,
  });
  return (
    <Dialog open modal onClose={onClose} title={repositoryMessages.rotateTitle}>
      <Form
        problem={act.problem}
        onSubmit={() => credential && void act.run({ params: { repositoryId }, body: { credential } })}
        actions={
          <>
            <Button kind="primary" type="submit" busy={act.isBusy} disabled={!credential}>
              {repositoryMessages.rotateDone}
            </Button>
            <Button onClick={onClose}>{partMessages.cancel}</Button>
          </>
        }
      >
        <p>{repositoryMessages.rotateText}</p>
        <CredentialFields value={typed} onChange={setTyped} problem={act.problem} />
      </Form>
    </Dialog>
  );
};

const RemoveDialog = ({ repository: { repositoryId }, onClose }: CredentialProps): ReactElement => {
  const act = useApiAction('change-repository', {
    invalidates: ['get-repository', 'list-repositories'],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={repositoryMessages.removeCredentialTitle}
      confirm={repositoryMessages.removeCredential}
      danger
      busy={act.isBusy}
      problem={act.problem}
      onConfirm={() => void act.run({ params: { repositoryId }, body: { credential: null } })}
    >
      {repositoryMessages.removeCredentialText}
    </ConfirmDialog>
  );
};

/** Whether a credential is stored, and how to replace it. It is never shown. */
export const CredentialPanel = ({ repository }: { repository: RepositoryDetail }): ReactElement => {
  const [open, setOpen] = useState<'rotate' | 'remove'>();
  const { hasCredential } = repository;
  const close = (): void => setOpen(undefined);
  return (
    <Panel title={repositoryMessages.credential}>
      <Row gap={3}>
        <span>{hasCredential ? repositoryMessages.hasCredential : repositoryMessages.noCredential}</span>
        <Button onClick={() => setOpen('rotate')}>
          {hasCredential ? repositoryMessages.rotate : repositoryMessages.addCredential}
        </Button>
        {hasCredential && (
          <Button kind="quiet" onClick={() => setOpen('remove')}>
            {repositoryMessages.removeCredential}
          </Button>
        )}
      </Row>
      {open === 'rotate' && <RotateDialog repository={repository} onClose={close} />}
      {open === 'remove' && <RemoveDialog repository={repository} onClose={close} />}
    </Panel>
  );
};
