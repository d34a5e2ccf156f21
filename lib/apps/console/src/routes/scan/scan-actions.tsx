import type { VerdictPayload } from '@scangate/client';
import { useState, type ReactElement } from 'react';
import { scanMessages } from '@scangate/console/messages/gate/scan.ts';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { ConfirmDialog, Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { isPermitted, scanners } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';

interface ScanActionsProps {
  scanId: string;
  /** Absent while the scan runs. */
  payload: VerdictPayload | undefined;
  onCompare: () => void;
}

const CancelAction = ({ scanId }: { scanId: string }): ReactElement => {
  const [isOpen, setOpen] = useState(false);
  const cancel = useApiAction('cancel-scan', {
    invalidates: ['get-scan', 'list-scans'],
    onDone: () => setOpen(false),
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>{scanMessages.cancel}</Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={scanMessages.cancelTitle}
        confirm={scanMessages.cancel}
        danger
        onConfirm={() => void cancel.run({ params: { scanId } })}
        busy={cancel.isBusy}
        problem={cancel.problem}
      >
        {scanMessages.cancelText}
      </ConfirmDialog>
    </>
  );
};

const RejudgeAction = ({ scanId }: { scanId: string }): ReactElement => {
  const act = useApiAction('rejudge-scan', { invalidates: ['explain-scan', 'list-findings'] });
  const isOpen = act.data !== undefined || (act.problem !== undefined && act.problem !== null);
  const title = act.data ? scanMessages.rejudged(act.data.judgment.verdict) : scanMessages.rejudge;
  return (
    <>
      <Button busy={act.isBusy} onClick={() => void act.run({ params: { scanId } })}>
        {scanMessages.rejudge}
      </Button>
      <Dialog
        open={isOpen}
        onClose={act.reset}
        title={title}
        actions={<Button onClick={act.reset}>{partMessages.close}</Button>}
      >
        {act.problem ? <ProblemPanel error={act.problem} /> : null}
        {act.data && <p>{act.data.isNew ? scanMessages.rejudgedNew : scanMessages.rejudgedSame}</p>}
      </Dialog>
    </>
  );
};

/** Shows what can be done with a scan: stop it while it runs; judge it again, compare and print it when it ended. */
export const ScanActions = ({ scanId, payload, onCompare }: ScanActionsProps): ReactElement => {
  const canScan = isPermitted({ roles: scanners }, useSession());
  if (!payload) return <>{canScan && <CancelAction scanId={scanId} />}</>;
  return (
    <>
      {canScan && payload.verdict !== 'ERROR' && <RejudgeAction scanId={scanId} />}
      <Button onClick={onCompare}>{scanMessages.compare}</Button>
      <Button onClick={() => window.print()}>{scanMessages.print}</Button>
    </>
  );
};
