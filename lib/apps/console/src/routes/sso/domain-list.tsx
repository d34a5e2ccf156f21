import type { BodyOfResponse, ItemOf } from '@scangate/client';
import { useMemo, useState, type ReactElement } from 'react';
import { domainStatus, ssoMessages } from '@scangate/console/messages/organization/sso.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { StatusBadge, type Tone } from '@scangate/console/parts/status/badge.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Code } from '@scangate/console/parts/text/code-text.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { CopyButton } from '@scangate/console/parts/actions/copy-button.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import type { Reading } from '@scangate/console/session/use-read.ts';

type Domain = ItemOf<'list-domains'>;
type Domains = BodyOfResponse<'list-domains', 200>;

const tones: Record<string, Tone> = { verified: 'pass', failing: 'fail', pending: 'medium' };

const TxtRecord = ({ record: { name, value } }: Domain): ReactElement => (
  <Stack gap={1}>
    {[name, value].map((text) => (
      <Row key={text} gap={1} wrap={false}>
        <Code value={text} cut="middle" />
        <CopyButton value={text} label={text === name ? ssoMessages.recordName : ssoMessages.recordValue} />
      </Row>
    ))}
  </Stack>
);

interface DomainActs {
  verify: (domain: string) => void;
  remove: (domain: string) => void;
}

const columnsFor = ({ verify, remove }: DomainActs): readonly Column<Domain>[] => [
  { key: 'domain', title: ssoMessages.domain, width: '12rem', cell: ({ domain }) => <Text value={domain} /> },
  {
    key: 'status',
    title: ssoMessages.status,
    width: '9rem',
    cell: ({ status }) => <StatusBadge tone={tones[status] ?? 'muted'}>{domainStatus(status)}</StatusBadge>,
  },
  {
    key: 'record',
    title: ssoMessages.record,
    hideBelow: 'narrow',
    cell: (domain) => <TxtRecord {...domain} />,
  },
  {
    key: 'actions',
    title: ssoMessages.actions,
    width: '11rem',
    cell: ({ domain, status }) => (
      <Row gap={1}>
        {status !== 'verified' && <Button onClick={() => verify(domain)}>{ssoMessages.verify}</Button>}
        <Button kind="quiet" onClick={() => remove(domain)}>
          {ssoMessages.remove}
        </Button>
      </Row>
    ),
  },
];

const AddDomain = (): ReactElement => {
  const [domain, setDomain] = useState('');
  const add = useApiAction('add-domain', { invalidates: ['list-domains'], onDone: () => setDomain('') });
  const isValid = /^[^\s/@]+\.[^\s/@]+$/.test(domain);
  return (
    <Form
      problem={add.problem}
      onSubmit={() => isValid && void add.run({ body: { domain } })}
      actions={
        <Button type="submit" busy={add.isBusy} disabled={!isValid}>
          {ssoMessages.add}
        </Button>
      }
    >
      <TextField
        label={ssoMessages.domain}
        value={domain}
        onChange={(text) => setDomain(text.trim())}
        error={domain !== '' && !isValid ? ssoMessages.addInvalid : errorAt(add.problem, '/domain')}
        mono
      />
    </Form>
  );
};

const RemoveDomain = ({ domain, onClose }: { domain: string; onClose: () => void }): ReactElement => {
  const remove = useApiAction('remove-domain', { invalidates: ['list-domains'], onDone: onClose });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={ssoMessages.removeTitle(domain)}
      confirm={ssoMessages.remove}
      typeToConfirm={domain}
      onConfirm={() => void remove.run({ params: { domain } })}
      busy={remove.isBusy}
      problem={remove.problem}
    >
      {ssoMessages.removeText}
    </ConfirmDialog>
  );
};

/** The domains whose people sign in by the issuer, each proven by a TXT record. */
export const DomainList = ({ domains }: { domains: Reading<Domains> }): ReactElement => {
  const [removed, setRemoved] = useState<string>();
  const { run, problem } = useApiAction('verify-domain', { invalidates: ['list-domains'] });
  const columns = useMemo(
    () => columnsFor({ verify: (domain) => void run({ params: { domain } }), remove: setRemoved }),
    // oxlint-disable-next-line react/exhaustive-deps -- `run` works on the latest state
    [],
  );
  return (
    <Panel title={ssoMessages.domains} lead={ssoMessages.domainsLead}>
      {problem !== undefined && <ProblemPanel error={problem} />}
      <Panel
        reading={domains}
        rows={2}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty title={ssoMessages.noDomains}>{ssoMessages.noDomainsHelp}</Empty>}
      >
        {({ items }) => (
          <Table label={ssoMessages.domains} columns={columns} rows={items} rowKey={({ domain }) => domain} />
        )}
      </Panel>
      <AddDomain />
      {removed !== undefined && <RemoveDomain domain={removed} onClose={() => setRemoved(undefined)} />}
    </Panel>
  );
};
