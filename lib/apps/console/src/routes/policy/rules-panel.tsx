import type { BodyOfResponse } from '@scangate/client';
import type { ReactElement } from 'react';
import { ownRulesMessages } from '@scangate/console/messages/gate/policy.ts';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { SeverityBadge } from '@scangate/console/parts/status/badge.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useRead } from '@scangate/console/session/use-read.ts';

type Rule = BodyOfResponse<'get-rules'>['rules'][number];

const columns: readonly Column<Rule>[] = [
  {
    key: 'rule',
    title: ownRulesMessages.rule,
    cell: ({ id }) => <Text value={`own/${id}`} cut="middle" />,
  },
  {
    key: 'severity',
    title: ownRulesMessages.severity,
    width: '7rem',
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    key: 'subject',
    title: ownRulesMessages.subject,
    width: '7rem',
    hideBelow: 'narrow',
    cell: (rule) => (rule.kind === 'secret' ? ownRulesMessages.secrets : <Text value={rule.language} />),
  },
  { key: 'title', title: ownRulesMessages.title, cell: ({ title }) => <Text value={title} /> },
];

/** The rules of the organization beside those of the engines. They are written in files, and set by the command line or the API. */
export const RulesPanel = (): ReactElement => {
  const reading = useRead('get-rules');
  return (
    <Panel
      title={ownRulesMessages.panel}
      lead={ownRulesMessages.lead}
      reading={reading}
      rows={2}
      isEmpty={({ rules }) => rules.length === 0}
      empty={<p>{ownRulesMessages.none}</p>}
    >
      {({ rules }) => (
        <Table label={ownRulesMessages.panel} columns={columns} rows={rules} rowKey={({ id }) => id} />
      )}
    </Panel>
  );
};
