import type { ItemOf } from '@scangate/client';
import { useEffect, useState, type ReactElement } from 'react';
import { inventoryMessages } from '@scangate/console/messages/gate/inventory.ts';
import { wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Code } from '@scangate/console/parts/text/code-text.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { text } from '@scangate/console/session/url-parameters.ts';
import { useList } from '@scangate/console/session/use-list.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { usesOf, type PackageUse } from './package-uses.ts';

const view = { purl: text() };

const columns: readonly Column<PackageUse>[] = [
  {
    key: 'repository',
    title: inventoryMessages.repository,
    cell: ({ repositoryId, repository }) => (
      <Link to="repositories/$repositoryId" params={{ repositoryId }} kind="row">
        <Text value={repository} cut="middle" />
      </Link>
    ),
  },
  {
    key: 'unit',
    title: inventoryMessages.unit,
    width: '18%',
    hideBelow: 'narrow',
    cell: ({ unitPath }) => (
      <Code value={unitPath === '' ? inventoryMessages.rootUnit : unitPath} cut="middle" />
    ),
  },
  {
    key: 'version',
    title: inventoryMessages.version,
    width: '8rem',
    cell: ({ version }) => <Code value={version ?? inventoryMessages.noVersion} cut="middle" />,
  },
  {
    key: 'scope',
    title: inventoryMessages.scope,
    width: '7rem',
    hideBelow: 'narrow',
    cell: ({ scope }) => wordFor(inventoryMessages.scopes, scope),
  },
  {
    key: 'path',
    title: inventoryMessages.path,
    width: '34%',
    cell: ({ path, isDirect }) =>
      isDirect ? inventoryMessages.direct : <Code value={path.join(' → ')} cut="middle" />,
  },
];

const Uses = ({ purl }: { purl: string }): ReactElement => {
  const reading = useList('find-components', { query: { purl, limit: 100 } });
  const hasMore = reading.hasNextPage;
  return (
    <Panel
      reading={reading}
      rows={6}
      isEmpty={(items: readonly ItemOf<'find-components'>[]) => items.length === 0 && !hasMore}
      empty={<Empty title={inventoryMessages.none}>{inventoryMessages.noneHelp}</Empty>}
    >
      {(items) => (
        <Stack gap={2}>
          <Table
            label={inventoryMessages.list}
            columns={columns}
            rows={usesOf(items)}
            rowKey={({ key }) => key}
            onEnd={reading.onEnd}
          />
          {items.some(({ truncated }) => truncated === true) && <p>{inventoryMessages.more}</p>}
        </Stack>
      )}
    </Panel>
  );
};

/** Answers where a package is used, in which versions and by what path. */
export default function InventoryPage(): ReactElement {
  const [values, setValues] = useUrlState(view);
  const [typed, setTyped] = useState(values.purl);
  useEffect(() => setTyped(values.purl), [values.purl]);
  const purl = values.purl.trim();
  return (
    <Page title={inventoryMessages.title} lead={inventoryMessages.lead}>
      <Stack gap={5}>
        <Form
          onSubmit={() => setValues({ purl: typed.trim() })}
          actions={
            <Button kind="primary" type="submit" disabled={typed.trim() === ''}>
              {inventoryMessages.search}
            </Button>
          }
        >
          <TextField
            label={inventoryMessages.purl}
            help={inventoryMessages.purlHelp}
            mono
            value={typed}
            onChange={setTyped}
            maxLength={512}
            required
          />
        </Form>
        {purl === '' ? (
          <Empty title={inventoryMessages.ask}>{inventoryMessages.askHelp}</Empty>
        ) : (
          <Uses key={purl} purl={purl} />
        )}
      </Stack>
    </Page>
  );
}
