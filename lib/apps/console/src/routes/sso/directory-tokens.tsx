import type { ItemOf } from '@scangate/client';
import { useMemo, useState, type ReactElement } from 'react';
import { ssoMessages } from '@scangate/console/messages/organization/sso.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { ConfirmDialog, Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useAct } from '@scangate/console/session/use-act.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { TokenOnce } from '../tokens/token-once.tsx';

type Token = ItemOf<'list-directory-tokens'>;

const columnsFor = (revoke: (token: Token) => void): readonly Column<Token>[] => [
  { key: 'name', title: ssoMessages.name, cell: ({ name }) => <Text value={name} cut="middle" /> },
  {
    key: 'lastUsed',
    title: ssoMessages.lastUsed,
    hideBelow: 'narrow',
    cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? ssoMessages.never : <Instant at={lastUsedAt} />),
  },
  {
    key: 'expires',
    title: ssoMessages.expires,
    cell: ({ expiresAt }) =>
      expiresAt === undefined ? ssoMessages.never : <Instant at={expiresAt} mode="day" />,
  },
  {
    key: 'actions',
    title: ssoMessages.actions,
    width: '6rem',
    cell: (token) => (
      <Button kind="quiet" onClick={() => revoke(token)}>
        {ssoMessages.revoke}
      </Button>
    ),
  },
];

const AddDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const add = useAct('add-directory-token', { invalidates: ['list-directory-tokens'] });
  if (add.data) return <TokenOnce title={ssoMessages.tokenTitle} token={add.data.token} onClose={onClose} />;
  const submit = (): void => {
    setTried(true);
    if (name.trim() !== '') void add.run({ body: { name: name.trim() } });
  };
  return (
    <Dialog open modal onClose={onClose} title={ssoMessages.newDirectoryToken}>
      <Form
        problem={add.problem}
        onSubmit={submit}
        actions={
          <>
            <Button type="submit" kind="primary" busy={add.isBusy}>
              {ssoMessages.create}
            </Button>
            <Button onClick={onClose}>{ssoMessages.cancel}</Button>
          </>
        }
      >
        <TextField
          label={ssoMessages.name}
          value={name}
          onChange={setName}
          error={isTried && name.trim() === '' ? ssoMessages.nameMissing : errorAt(add.problem, '/name')}
          required
        />
      </Form>
    </Dialog>
  );
};

const RevokeDialog = ({ token, onClose }: { token: Token; onClose: () => void }): ReactElement => {
  const revoke = useAct('revoke-directory-token', {
    invalidates: ['list-directory-tokens'],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={ssoMessages.revokeTitle(token.name)}
      confirm={ssoMessages.revoke}
      typeToConfirm={token.name}
      onConfirm={() => void revoke.run({ params: { tokenId: token.tokenId } })}
      busy={revoke.isBusy}
      problem={revoke.problem}
    >
      {ssoMessages.revokeText}
    </ConfirmDialog>
  );
};

/** The tokens by which an identity provider changes members. */
export const DirectoryTokens = (): ReactElement => {
  const [isAdding, setAdding] = useState(false);
  const [revoked, setRevoked] = useState<Token>();
  const tokens = useRead('list-directory-tokens');
  const columns = useMemo(() => columnsFor(setRevoked), []);
  return (
    <Panel
      title={ssoMessages.directory}
      lead={ssoMessages.directoryLead}
      actions={<Button onClick={() => setAdding(true)}>{ssoMessages.newDirectoryToken}</Button>}
    >
      <Panel
        reading={tokens}
        rows={2}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty title={ssoMessages.noDirectoryTokens}>{ssoMessages.noDirectoryTokensHelp}</Empty>}
      >
        {({ items }) => (
          <Table
            label={ssoMessages.directory}
            columns={columns}
            rows={items}
            rowKey={({ tokenId }) => tokenId}
          />
        )}
      </Panel>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      {revoked && <RevokeDialog token={revoked} onClose={() => setRevoked(undefined)} />}
    </Panel>
  );
};
