import type { ItemOf } from '@scangate/client';
import { SecretOnce } from '@scangate/console/parts/overlays/secret-once.tsx';
import { useMemo, useState, type ReactElement } from 'react';
import { ssoMessages } from '@scangate/console/messages/organization/sso.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { useInput } from '@scangate/console/parts/forms/use-input.ts';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { FormDialog, type FieldsProps } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { isNotALife } from '../tokens/token-request.ts';
import { LifeField } from '../tokens/life-field.tsx';

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

interface TokenRequest {
  name: string;
  days: number | undefined;
}

const newToken: TokenRequest = { name: '', days: 365 };

const errorsIn = ({ name, days }: TokenRequest) => ({ name: name.trim() === '', days: isNotALife(days) });

const Fields = (props: FieldsProps<TokenRequest, ReturnType<typeof errorsIn>>): ReactElement => {
  const { value, onChange, errors, problem } = props;
  return (
    <>
      <TextField
        label={ssoMessages.name}
        value={value.name}
        onChange={(name) => onChange({ ...value, name })}
        error={errors.name ? ssoMessages.nameMissing : errorAt(problem, '/name')}
        required
      />
      <LifeField
        days={value.days}
        onChange={(days) => onChange({ ...value, days })}
        isInvalid={errors.days === true}
        problem={problem}
      />
    </>
  );
};

const AddDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const add = useApiAction('add-directory-token', { invalidates: ['list-directory-tokens'] });
  const token = add.data?.token;
  const send = ({ name, days }: TokenRequest) =>
    add.run({ body: { name: name.trim(), ...(days !== undefined && { expiresInDays: days }) } });
  return (
    <FormDialog
      size="small"
      title={ssoMessages.newDirectoryToken}
      submit={ssoMessages.create}
      draft={useInput(newToken)}
      errorsIn={errorsIn}
      act={add}
      send={send}
      onClose={onClose}
      once={() =>
        token === undefined ? undefined : (
          <SecretOnce title={ssoMessages.tokenTitle} secret={token} onClose={onClose} />
        )
      }
    >
      {(fields) => <Fields {...fields} />}
    </FormDialog>
  );
};

const RevokeDialog = ({ token, onClose }: { token: Token; onClose: () => void }): ReactElement => {
  const revoke = useApiAction('revoke-directory-token', {
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
