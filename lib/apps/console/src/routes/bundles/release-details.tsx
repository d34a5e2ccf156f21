import { useState, type ReactElement } from 'react';
import { endOfDay } from '@scangate/console/messages/calendar.ts';
import { bundleMessages, documentName } from '@scangate/console/messages/organization/bundles.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { VerdictBadge } from '@scangate/console/parts/status/badge.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Hash } from '@scangate/console/parts/text/code-text.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { managers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { useVersion } from '@scangate/console/session/use-shared-edit.ts';
import type { Release } from './release-list.tsx';

type Member = Release['members'][number];

const documents = ['sbom', 'vex', 'verdict', 'attestation', 'proof', 'advisories'] as const;

const columns: readonly Column<Member>[] = [
  {
    key: 'repository',
    title: bundleMessages.repository,
    cell: ({ repository, scanId }) => (
      <Link to="scans/$scanId" params={{ scanId }} kind="row">
        <Text value={repository} cut="middle" />
      </Link>
    ),
  },
  {
    key: 'commit',
    title: bundleMessages.commit,
    width: '10rem',
    hideBelow: 'narrow',
    cell: ({ commitHash }) => <Hash value={commitHash} />,
  },
  {
    key: 'scope',
    title: bundleMessages.scope,
    width: '9rem',
    hideBelow: 'narrow',
    cell: ({ fullScope }) => (fullScope ? bundleMessages.fullScope : bundleMessages.partialScope),
  },
  {
    key: 'verdict',
    title: bundleMessages.verdict,
    width: '6rem',
    cell: ({ verdict }) => <VerdictBadge verdict={verdict} />,
  },
];

/** Moves the end of the support later. */
const ExtendSupport = ({ bundleId, releaseVersion, supportUntil }: Release): ReactElement => {
  const params = { bundleId, version: releaseVersion };
  const current = useVersion('get-release', { params });
  const [day, setDay] = useState('');
  const extend = useApiAction('change-release', {
    invalidates: ['list-releases', 'get-release'],
    onDone: () => setDay(''),
  });
  if (current.error) return <ProblemPanel error={current.error} onRetry={() => void current.refetch()} />;
  const isLater = day !== '' && endOfDay(day) > supportUntil;
  const submit = (): void => {
    const { etag } = current.data ?? {};
    if (isLater && etag !== undefined)
      void extend.run({ params, headers: { 'If-Match': etag }, body: { supportUntil: endOfDay(day) } });
  };
  return (
    <Form
      problem={extend.problem}
      onSubmit={submit}
      actions={
        <Button type="submit" busy={extend.isBusy} disabled={!isLater || !current.data}>
          {bundleMessages.extend}
        </Button>
      }
    >
      <TextField
        label={bundleMessages.support}
        type="date"
        value={day}
        onChange={setDay}
        error={
          day !== '' && !isLater ? bundleMessages.extendMissing : errorAt(extend.problem, '/supportUntil')
        }
      />
    </Form>
  );
};

const Documents = ({ bundleId, releaseVersion }: Release): ReactElement => (
  <Row gap={4}>
    {documents.map((document) => (
      <a
        key={document}
        href={`/v1/bundles/${encodeURIComponent(bundleId)}/releases/${encodeURIComponent(releaseVersion)}/${document}`}
      >
        {documentName(document)}
      </a>
    ))}
  </Row>
);

/** One release: what it was made of, its documents, and how long it is supported. */
export const ReleaseDetails = ({
  release,
  onClose,
}: {
  release: Release;
  onClose: () => void;
}): ReactElement => {
  const { role } = useSession();
  return (
    <Dialog open size="large" onClose={onClose} title={release.releaseVersion}>
      <Stack gap={5}>
        <KeyValue
          items={[
            { label: bundleMessages.verdict, value: <VerdictBadge verdict={release.verdict} /> },
            { label: bundleMessages.released, value: <Instant at={release.releasedAt} mode="absolute" /> },
            { label: bundleMessages.support, value: <Instant at={release.supportUntil} mode="day" /> },
            { label: bundleMessages.snapshot, value: <Text value={release.snapshotId} cut="middle" /> },
            { label: bundleMessages.documents, value: <Documents {...release} /> },
          ]}
        />
        <Table
          label={bundleMessages.members}
          columns={columns}
          rows={release.members}
          rowKey={({ repositoryId, projectUnitId }) => `${repositoryId} ${projectUnitId ?? ''}`}
        />
        {managers.includes(role) && <ExtendSupport {...release} />}
      </Stack>
    </Dialog>
  );
};
