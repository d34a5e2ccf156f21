import type { BodyOfResponse } from '@scangate/client';
import type { ReactElement } from 'react';
import { evidenceMessages, keyState } from '@scangate/console/messages/organization/evidence.ts';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { StatusBadge } from '@scangate/console/parts/status/badge.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { CodeBlock } from '@scangate/console/parts/text/code-block.tsx';
import { Hash } from '@scangate/console/parts/text/code-text.tsx';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useRead } from '@scangate/console/session/use-read.ts';

type Key = BodyOfResponse<'get-verification-keys', 200>['keys'][number];

const columns: readonly Column<Key>[] = [
  { key: 'kid', title: evidenceMessages.keyId, cell: ({ kid }) => <Hash value={kid} /> },
  {
    key: 'alg',
    title: evidenceMessages.algorithm,
    width: '8rem',
    hideBelow: 'narrow',
    cell: ({ alg }) => alg,
  },
  {
    key: 'state',
    title: evidenceMessages.keyState,
    width: '14rem',
    cell: ({ state }) => (
      <StatusBadge tone={state === 'revoked' ? 'fail' : 'pass'}>{keyState(state)}</StatusBadge>
    ),
  },
];

const keysPath = '/.well-known/scangate/keys';

/** Explains how a proof is made and checked, and by which keys. */
export const ProofTab = (): ReactElement => {
  const { organizationId } = useSession().organization;
  const keys = useRead('get-verification-keys');
  const command = `curl -O ${window.location.origin}${keysPath}\nscangate verify verdict proof.zip --keys keys --organization ${organizationId}`;
  return (
    <Stack gap={6}>
      <Panel title={evidenceMessages.proof} lead={evidenceMessages.proofLead}>
        <div>
          <Link to="scans" kind="button">
            {evidenceMessages.openScans}
          </Link>
        </div>
      </Panel>
      <Panel
        title={evidenceMessages.keys}
        lead={evidenceMessages.keysLead}
        actions={
          <a href={keysPath} download="scangate-keys.json">
            {evidenceMessages.keysFile}
          </a>
        }
        reading={keys}
        rows={2}
      >
        {(data) => (
          <Table label={evidenceMessages.keys} columns={columns} rows={data.keys} rowKey={({ kid }) => kid} />
        )}
      </Panel>
      <Panel title={evidenceMessages.check}>
        <CodeBlock label={evidenceMessages.checkCommand} code={command} />
      </Panel>
    </Stack>
  );
};
