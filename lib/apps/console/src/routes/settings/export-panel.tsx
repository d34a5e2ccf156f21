import type { ItemOf } from '@scangate/client';
import type { ReactElement } from 'react';
import { bytesText } from '@scangate/console/messages/organization/evidence.ts';
import { exportState, settingsMessages } from '@scangate/console/messages/organization/settings.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { StatusBadge, type Tone } from '@scangate/console/parts/status/badge.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { needsRecentSignIn, RecentSignIn } from '@scangate/console/parts/status/recent-sign-in.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { flag } from '@scangate/console/session/url-parameters.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { underWayMs, useRead } from '@scangate/console/session/use-read.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';

const parameters = { exports: flag() } as const;

type Export = ItemOf<'list-exports'>;

const tones: Record<string, Tone> = { completed: 'pass', running: 'accent', failed: 'fail' };

const fileText = ({ name, bytes }: Export['files'][number]): string => `${name}, ${bytesText(bytes)}`;

const columns: readonly Column<Export>[] = [
  {
    key: 'requested',
    title: settingsMessages.requested,
    cell: ({ requestedAt }) => <Instant at={requestedAt} />,
  },
  {
    key: 'state',
    title: settingsMessages.state,
    width: '9rem',
    cell: ({ state }) => <StatusBadge tone={tones[state] ?? 'muted'}>{exportState(state)}</StatusBadge>,
  },
  {
    key: 'files',
    title: settingsMessages.files,
    cell: ({ files }) => (
      <ul>
        {files.map((file) => (
          <li key={file.name}>
            <a href={file.url} download={file.name} rel="noopener noreferrer">
              {fileText(file)}
            </a>
          </li>
        ))}
      </ul>
    ),
  },
  {
    key: 'kept',
    title: settingsMessages.kept,
    width: '9rem',
    hideBelow: 'narrow',
    cell: ({ expiresAt }) => <Instant at={expiresAt} mode="day" />,
  },
];

const Exports = (): ReactElement => {
  const exports = useRead('list-exports', undefined, {
    everyMs: ({ items }) => items.some(({ state }) => state === 'running') && underWayMs,
  });
  const start = useApiAction('start-export', { invalidates: ['list-exports'] });
  if (needsRecentSignIn(exports.error))
    return (
      <Panel title={settingsMessages.export} lead={settingsMessages.exportLead}>
        <RecentSignIn onSignedIn={() => void exports.refetch()} />
      </Panel>
    );
  return (
    <Panel
      title={settingsMessages.export}
      lead={settingsMessages.exportLead}
      actions={
        <Button busy={start.isBusy} onClick={() => void start.run()}>
          {settingsMessages.startExport}
        </Button>
      }
    >
      {start.data && <p role="status">{settingsMessages.started}</p>}
      {start.problem !== undefined && <ProblemPanel error={start.problem} />}
      <Panel
        reading={exports}
        rows={2}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty title={settingsMessages.noExports}>{settingsMessages.noExportsHelp}</Empty>}
      >
        {({ items }) => (
          <>
            <Table
              label={settingsMessages.export}
              columns={columns}
              rows={items}
              rowKey={({ exportId }) => exportId}
            />
            {items.some(({ files }) => files.length > 0) && <p>{settingsMessages.refreshLinks}</p>}
          </>
        )}
      </Panel>
    </Panel>
  );
};

/** Everything of the organization, to take away. It is read on request, because it needs a recent sign-in. */
export const ExportPanel = (): ReactElement => {
  const [{ exports }, set] = useUrlState(parameters);
  if (exports) return <Exports />;
  return (
    <Panel title={settingsMessages.export} lead={settingsMessages.exportLead}>
      <div>
        <Button onClick={() => set({ exports: true })}>{settingsMessages.showExports}</Button>
      </div>
    </Panel>
  );
};
