import type { ItemOf } from '@scangate/client';
import type { ReactElement } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import { bytesText, evidenceMessages, packState } from '@scangate/console/messages/organization/evidence.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { StatusBadge, type Tone } from '@scangate/console/parts/status/badge.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { flag } from '@scangate/console/session/url-parameters.ts';
import { useList } from '@scangate/console/session/use-list.ts';
import { underWayMs } from '@scangate/console/session/use-read.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { RequestDialog } from './request-dialog.tsx';

type Pack = ItemOf<'list-auditor-packs'>;

const parameters = { request: flag() } as const;

export const packTones: Readonly<Record<string, Tone>> = { ready: 'pass', running: 'accent', failed: 'fail' };

const columns: readonly Column<Pack>[] = [
  {
    key: 'period',
    title: evidenceMessages.period,
    cell: ({ packId, from, to }) => (
      <Link to="packs/$packId" params={{ packId }} kind="row">
        {evidenceMessages.periodText(from, to)}
      </Link>
    ),
  },
  {
    key: 'state',
    title: evidenceMessages.state,
    width: '8rem',
    cell: ({ state }) => <StatusBadge tone={packTones[state] ?? 'muted'}>{packState(state)}</StatusBadge>,
  },
  {
    key: 'scans',
    title: evidenceMessages.scans,
    width: '6rem',
    align: 'end',
    hideBelow: 'narrow',
    cell: ({ scans }) => (scans === undefined ? null : number(scans)),
  },
  {
    key: 'size',
    title: evidenceMessages.size,
    width: '7rem',
    align: 'end',
    hideBelow: 'narrow',
    cell: ({ bytes }) => (bytes === undefined ? null : bytesText(bytes)),
  },
  {
    key: 'requested',
    title: evidenceMessages.requested,
    width: '9rem',
    hideBelow: 'narrow',
    cell: ({ requestedAt }) => <Instant at={requestedAt} />,
  },
  {
    key: 'expires',
    title: evidenceMessages.expires,
    width: '8rem',
    hideBelow: 'narrow',
    cell: ({ expiresAt }) => <Instant at={expiresAt} mode="day" />,
  },
];

/** The packs of the last days, and those that are being made. */
export const PackList = (): ReactElement => {
  const [{ request }, set] = useUrlState(parameters);
  const list = useList(
    'list-auditor-packs',
    { query: { limit: 50 } },
    { everyMs: (packs) => packs.some(({ state }) => state === 'running') && underWayMs },
  );
  return (
    <Panel
      title={evidenceMessages.packs}
      lead={evidenceMessages.packsLead}
      actions={
        <Button kind="primary" onClick={() => set({ request: true })}>
          {evidenceMessages.request}
        </Button>
      }
    >
      <Panel
        reading={list}
        rows={3}
        isEmpty={(items) => items.length === 0}
        empty={<Empty title={evidenceMessages.empty}>{evidenceMessages.emptyHelp}</Empty>}
      >
        {(items) => (
          <Table
            label={evidenceMessages.packs}
            columns={columns}
            rows={items}
            rowKey={({ packId }) => packId}
            onEnd={list.onEnd}
          />
        )}
      </Panel>
      {request && <RequestDialog onClose={() => set({ request: false }, { replace: true })} />}
    </Panel>
  );
};
