import { useState, type ReactElement } from 'react';
import { settingsMessages } from '@scangate/console/messages/organization/settings.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { useSignedIn } from '@scangate/console/session/session-context.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import type { Organization } from './organization-name.tsx';

const Restore = ({ eraseAt }: { eraseAt: string }): ReactElement => {
  const { refresh } = useSignedIn();
  const restore = useApiAction('restore-organization', {
    invalidates: ['get-organization'],
    onDone: () => void refresh(),
  });
  return (
    <>
      <Banner
        tone="danger"
        title={settingsMessages.closing(eraseAt)}
        actions={
          <Button busy={restore.isBusy} onClick={() => void restore.run()}>
            {settingsMessages.restore}
          </Button>
        }
      >
        {settingsMessages.closingText}
      </Banner>
      {restore.problem !== undefined && <ProblemPanel error={restore.problem} />}
    </>
  );
};

const CloseDialog = ({ name, onClose }: { name: string; onClose: () => void }): ReactElement => {
  const { refresh } = useSignedIn();
  const close = useApiAction('close-organization', {
    invalidates: ['get-organization'],
    onDone: () => {
      onClose();
      void refresh();
    },
  });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={settingsMessages.closeTitle}
      confirm={settingsMessages.closeButton}
      typeToConfirm={name}
      onConfirm={() => void close.run({ body: { name } })}
      busy={close.isBusy}
      problem={close.problem}
    >
      {settingsMessages.closeText}
    </ConfirmDialog>
  );
};

/** The way out: closing, 30 days to change one's mind, then erasure. */
export const CloseOrganization = ({ organization }: { organization: Organization }): ReactElement => {
  const [isAsking, setAsking] = useState(false);
  const { closing, name } = organization;
  return (
    <Panel title={settingsMessages.close} lead={settingsMessages.closeLead}>
      {closing ? (
        <Restore eraseAt={closing.eraseAt} />
      ) : (
        <div>
          <Button kind="danger" onClick={() => setAsking(true)}>
            {settingsMessages.closeButton}
          </Button>
        </div>
      )}
      {isAsking && <CloseDialog name={name} onClose={() => setAsking(false)} />}
    </Panel>
  );
};
