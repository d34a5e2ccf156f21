import type { ItemOf } from '@scangate/client';
import { useState, type ReactElement } from 'react';
import { historyScanMessages as messages } from '@scangate/console/messages/gate/history-scan.ts';
import { wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { underWayMs, useRead } from '@scangate/console/session/use-read.ts';

type HistoryScan = ItemOf<'list-history-scans'>;

interface RepositoryProps {
  repositoryId: string;
}

const invalidates = ['list-history-scans'] as const;

const isUnderWay = ({ status }: HistoryScan): boolean => status === 'quoting' || status === 'running';

const Count = ({ repositoryId }: RepositoryProps): ReactElement => {
  const act = useApiAction('quote-history-scan', { invalidates });
  return (
    <Stack gap={3}>
      {act.problem ? <ProblemPanel error={act.problem} /> : null}
      <Row>
        <Button busy={act.isBusy} onClick={() => void act.run({ params: { repositoryId } })}>
          {messages.count}
        </Button>
      </Row>
    </Stack>
  );
};

const Accept = ({ scan }: { scan: HistoryScan }): ReactElement => {
  const { repositoryId, historyScanId, quote } = scan;
  const act = useApiAction('start-history-scan', { invalidates });
  const accepted = { params: { repositoryId }, body: { historyScanId } };
  return (
    <Stack gap={3}>
      {act.problem ? <ProblemPanel error={act.problem} /> : null}
      <Row>
        <Button busy={act.isBusy} onClick={() => void act.run(accepted)}>
          {messages.accept(quote?.credits.core ?? 0)}
        </Button>
      </Row>
    </Stack>
  );
};

const Cancel = ({ scan: { repositoryId, historyScanId } }: { scan: HistoryScan }): ReactElement => {
  const [isOpen, setOpen] = useState(false);
  const act = useApiAction('cancel-history-scan', { invalidates, onDone: () => setOpen(false) });
  return (
    <Row>
      <Button onClick={() => setOpen(true)}>{messages.cancel}</Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={messages.cancelTitle}
        confirm={messages.cancel}
        danger
        busy={act.isBusy}
        problem={act.problem}
        onConfirm={() => void act.run({ params: { repositoryId, historyScanId } })}
      >
        {messages.cancelText}
      </ConfirmDialog>
    </Row>
  );
};

const stateOf = ({ status, cancelledAt }: HistoryScan): string =>
  status === 'running' && cancelledAt !== undefined ? messages.ending : wordFor(messages.states, status);

const Shown = ({ scan }: { scan: HistoryScan }): ReactElement => {
  const { quote, progress, secrets, refunded, repositoryId, unread, requestedAt } = scan;
  return (
    <>
      <Row gap={3}>
        <strong>{stateOf(scan)}</strong>
        <Instant at={requestedAt} />
        {quote && <span>{messages.quote(quote.commits, quote.files)}</span>}
        {progress && <span>{messages.progress(progress.done, progress.parts)}</span>}
        {secrets && (
          <Link to="findings" search={{ repositoryId, kind: 'secret' }}>
            {messages.findings}
          </Link>
        )}
      </Row>
      {secrets && <p>{messages.found(secrets.total, secrets.goneFromHead)}</p>}
      {refunded && refunded.core > 0 && <p>{messages.refunded(refunded.core)}</p>}
      {unread.length > 0 && (
        <p>
          <Text value={messages.unread(unread.join('; '))} />
        </p>
      )}
    </>
  );
};

const NextStep = ({ scan }: { scan: HistoryScan }): ReactElement | null => {
  if (isUnderWay(scan)) return scan.cancelledAt === undefined ? <Cancel scan={scan} /> : null;
  return (
    <>
      {scan.status === 'quoted' && <Accept scan={scan} />}
      <Count repositoryId={scan.repositoryId} />
    </>
  );
};

/** The last scan of a repository's history: it is counted first, then accepted, and can be canceled. */
export const HistoryPanel = ({
  repositoryId,
  canScan,
}: RepositoryProps & { canScan: boolean }): ReactElement => {
  const input = { params: { repositoryId }, query: { limit: 1 } };
  const reading = useRead('list-history-scans', input, {
    everyMs: ({ items }) => items.some(isUnderWay) && underWayMs,
  });
  return (
    <Panel title={messages.title} lead={messages.lead} reading={reading} rows={2}>
      {({ items: [scan] }) => (
        <Stack gap={3}>
          {scan ? <Shown scan={scan} /> : <p>{messages.none}</p>}
          {canScan && (scan ? <NextStep scan={scan} /> : <Count repositoryId={repositoryId} />)}
        </Stack>
      )}
    </Panel>
  );
};
