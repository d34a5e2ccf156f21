import { SecretOnce } from '@scangate/console/parts/overlays/secret-once.tsx';
import { useMemo, useState, type ReactElement } from 'react';
import { evidenceMessages } from '@scangate/console/messages/organization/evidence.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { NumberField } from '@scangate/console/parts/forms/text-field.tsx';
import { useInput } from '@scangate/console/parts/forms/use-input.ts';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { FormDialog } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { StatusBadge } from '@scangate/console/parts/status/badge.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { serverNow } from '@scangate/console/session/browser/server-time.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import type { Pack } from './auditor-pack-page.tsx';

type PackLink = Pack['links'][number];

const isLive = ({ revokedAt, expiresAt }: PackLink): boolean =>
  revokedAt === undefined && Date.parse(expiresAt) > serverNow();

const Status = (link: PackLink): ReactElement => {
  if (link.revokedAt !== undefined) return <StatusBadge tone="muted">{evidenceMessages.revoked}</StatusBadge>;
  return isLive(link) ? (
    <StatusBadge tone="pass">{evidenceMessages.live}</StatusBadge>
  ) : (
    <StatusBadge tone="muted">{evidenceMessages.ended}</StatusBadge>
  );
};

const columnsFor = (revoke: (link: PackLink) => void): readonly Column<PackLink>[] => [
  { key: 'created', title: evidenceMessages.created, cell: ({ createdAt }) => <Instant at={createdAt} /> },
  {
    key: 'ends',
    title: evidenceMessages.ends,
    hideBelow: 'narrow',
    cell: ({ expiresAt }) => <Instant at={expiresAt} />,
  },
  { key: 'status', title: evidenceMessages.state, cell: (link) => <Status {...link} /> },
  {
    key: 'openings',
    title: evidenceMessages.openings,
    hideBelow: 'narrow',
    cell: ({ openings }) => evidenceMessages.openingCount(openings),
  },
  {
    key: 'actions',
    title: evidenceMessages.actions,
    width: '6rem',
    cell: (link) =>
      isLive(link) && (
        <Button kind="quiet" onClick={() => revoke(link)}>
          {evidenceMessages.revoke}
        </Button>
      ),
  },
];

const LinkDialog = ({ packId, onClose }: { packId: string; onClose: () => void }): ReactElement => {
  const create = useApiAction('create-pack-link', { invalidates: ['get-auditor-pack'] });
  const url = create.data?.url;
  return (
    <FormDialog
      size="small"
      title={evidenceMessages.newLink}
      submit={evidenceMessages.createLink}
      draft={useInput<number | undefined>(24)}
      errorsIn={(hours) => ({ hours: hours === undefined || hours < 1 || hours > 168 })}
      act={create}
      send={(hours) => create.run({ params: { packId }, body: hours === undefined ? {} : { hours } })}
      onClose={onClose}
      once={() =>
        url === undefined ? undefined : (
          <SecretOnce title={evidenceMessages.linkTitle} secret={url} onClose={onClose} />
        )
      }
    >
      {({ value, onChange, errors, problem }) => (
        <NumberField
          label={evidenceMessages.hours}
          help={evidenceMessages.hoursHelp}
          min={1}
          max={168}
          value={value}
          onChange={onChange}
          error={errors.hours ? evidenceMessages.hoursInvalid : errorAt(problem, '/hours')}
        />
      )}
    </FormDialog>
  );
};

const RevokeDialog = ({
  packId,
  linkId,
  onClose,
}: {
  packId: string;
  linkId: string;
  onClose: () => void;
}): ReactElement => {
  const revoke = useApiAction('revoke-pack-link', { invalidates: ['get-auditor-pack'], onDone: onClose });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={evidenceMessages.revokeTitle}
      confirm={evidenceMessages.revoke}
      onConfirm={() => void revoke.run({ params: { packId, linkId } })}
      busy={revoke.isBusy}
      problem={revoke.problem}
    >
      {evidenceMessages.revokeText}
    </ConfirmDialog>
  );
};

/** The links by which people without an account read a pack. */
export const LinkList = ({ pack: { packId, links } }: { pack: Pack }): ReactElement => {
  const [isAdding, setAdding] = useState(false);
  const [revoked, setRevoked] = useState<PackLink>();
  const columns = useMemo(() => columnsFor(setRevoked), []);
  return (
    <Panel
      title={evidenceMessages.links}
      lead={evidenceMessages.linksLead}
      actions={
        <Button kind="primary" onClick={() => setAdding(true)}>
          {evidenceMessages.newLink}
        </Button>
      }
    >
      {links.length === 0 ? (
        <Empty title={evidenceMessages.noLinks}>{evidenceMessages.noLinksHelp}</Empty>
      ) : (
        <Table
          label={evidenceMessages.links}
          columns={columns}
          rows={links}
          rowKey={({ linkId }) => linkId}
        />
      )}
      {isAdding && <LinkDialog packId={packId} onClose={() => setAdding(false)} />}
      {revoked && (
        <RevokeDialog packId={packId} linkId={revoked.linkId} onClose={() => setRevoked(undefined)} />
      )}
    </Panel>
  );
};
