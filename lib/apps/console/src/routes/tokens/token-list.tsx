import { useMemo, useState, type ReactElement } from 'react';
import { tokenKind, tokenMessages } from '@scangate/console/messages/organization/tokens.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { StatusBadge } from '@scangate/console/parts/status/badge.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { PagedTable } from '@scangate/console/parts/tables/paged-table.tsx';
import { Code } from '@scangate/console/parts/text/code-text.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { flag } from '@scangate/console/session/url-parameters.ts';
import { useList } from '@scangate/console/session/use-list.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { IssueDialog } from './issue-dialog.tsx';
import { TokenDialog, type TokenAction } from './token-dialog.tsx';
import { isExpired, isLive, type Token } from './token-life.ts';
import { TokenMenu } from './token-menu.tsx';

const parameters = { issue: flag() } as const;

const Status = (token: Token): ReactElement => {
  if (token.revokedAt !== undefined) return <StatusBadge tone="muted">{tokenMessages.revoked}</StatusBadge>;
  if (isExpired(token)) return <StatusBadge tone="muted">{tokenMessages.expired}</StatusBadge>;
  return <StatusBadge tone="pass">{tokenMessages.live}</StatusBadge>;
};

const columnsFor = (onAct: (act: TokenAction) => void): readonly Column<Token>[] => [
  { key: 'name', title: tokenMessages.name, cell: ({ name }) => <Text value={name} cut="middle" /> },
  {
    key: 'kind',
    title: tokenMessages.kind,
    width: '6rem',
    hideBelow: 'narrow',
    cell: ({ kind }) => tokenKind(kind),
  },
  {
    key: 'hint',
    title: tokenMessages.hint,
    width: '6rem',
    hideBelow: 'narrow',
    cell: ({ hint }) => <Code value={hint} />,
  },
  {
    key: 'scopes',
    title: tokenMessages.scopes,
    width: '6rem',
    hideBelow: 'narrow',
    cell: ({ scopes }) => tokenMessages.scopeCount(scopes.length),
  },
  {
    key: 'lastUsed',
    title: tokenMessages.lastUsed,
    width: '9rem',
    hideBelow: 'narrow',
    cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? tokenMessages.never : <Instant at={lastUsedAt} />),
  },
  {
    key: 'expires',
    title: tokenMessages.expires,
    width: '8rem',
    hideBelow: 'narrow',
    cell: ({ expiresAt }) =>
      expiresAt === undefined ? tokenMessages.noExpiry : <Instant at={expiresAt} mode="day" />,
  },
  { key: 'status', title: tokenMessages.status, width: '6rem', cell: (token) => <Status {...token} /> },
  {
    key: 'actions',
    title: tokenMessages.actions,
    width: '5rem',
    cell: (token) => <TokenMenu token={token} onAct={onAct} />,
  },
];

/** The tokens that a person may see: all of them for managers, else one's own. */
export const TokenList = (): ReactElement => {
  const [{ issue }, set] = useUrlState(parameters);
  const [act, setAct] = useState<TokenAction>();
  const list = useList('list-tokens', { query: { limit: 100 } });
  const columns = useMemo(() => columnsFor(setAct), []);
  return (
    <Panel
      title={tokenMessages.tokens}
      actions={
        <Button kind="primary" onClick={() => set({ issue: true })}>
          {tokenMessages.issue}
        </Button>
      }
    >
      <Panel
        reading={list}
        rows={4}
        isEmpty={(items) => items.length === 0}
        empty={<Empty title={tokenMessages.empty}>{tokenMessages.emptyHelp}</Empty>}
      >
        {(items) => (
          <PagedTable
            list={list}
            label={tokenMessages.tokens}
            columns={columns}
            rows={items.toSorted((a, b) => Number(isLive(b)) - Number(isLive(a)))}
            rowKey={({ tokenId }) => tokenId}
            onEnd={list.onEnd}
          />
        )}
      </Panel>
      {act && <TokenDialog act={act} onClose={() => setAct(undefined)} />}
      {issue && <IssueDialog onClose={() => set({ issue: false }, { replace: true })} />}
    </Panel>
  );
};
