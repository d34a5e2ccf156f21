import { useMemo, useState, type ReactElement } from 'react';
import { budgetMessages } from '@scangate/console/messages/billing/budgets.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { Menu } from '@scangate/console/parts/overlays/menu.tsx';
import { StatusBadge, type Tone } from '@scangate/console/parts/status/badge.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { text } from '@scangate/console/session/url-parameters.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { BudgetDialog } from './budget-dialog.tsx';
import { stateOf, type Budget } from './budget-draft.ts';

/** The budget under edit: `new`, or the id of its organization. */
const parameters = { budget: text() } as const;

const tones = { within: 'pass', soft: 'medium', hard: 'fail' } as const satisfies Record<string, Tone>;

const nameOf = ({ name, organizationId }: Budget): string => name ?? organizationId;

const usedColumn = (pool: 'core' | 'sast'): Column<Budget> => ({
  key: pool,
  title: budgetMessages[pool],
  width: '8.5rem',
  cell: (budget) => budgetMessages.used(budget.used[pool], budget[pool] ?? {}),
});

interface Actions {
  onChange: (organizationId: string) => void;
  onRemove: (budget: Budget) => void;
}

const columnsFor = ({ onChange, onRemove }: Actions): readonly Column<Budget>[] => [
  {
    key: 'organization',
    title: budgetMessages.organization,
    cell: (budget) => <Text value={nameOf(budget)} cut="middle" />,
  },
  {
    key: 'state',
    title: budgetMessages.state,
    width: '9rem',
    cell: (budget) => {
      const state = stateOf(budget);
      return <StatusBadge tone={tones[state]}>{budgetMessages.states[state]}</StatusBadge>;
    },
  },
  usedColumn('core'),
  { ...usedColumn('sast'), hideBelow: 'narrow' },
  {
    key: 'actions',
    title: budgetMessages.actions,
    width: '4rem',
    cell: (budget) => (
      <Menu
        label={budgetMessages.actionsFor(markedText(nameOf(budget)))}
        icon="more"
        kind="quiet"
        groups={[
          { items: [{ label: budgetMessages.change, onSelect: () => onChange(budget.organizationId) }] },
          { items: [{ label: budgetMessages.remove, danger: true, onSelect: () => onRemove(budget) }] },
        ]}
      />
    ),
  },
];

const RemoveDialog = ({ budget, onClose }: { budget: Budget; onClose: () => void }): ReactElement => {
  const remove = useApiAction('set-budget', { invalidates: ['list-budgets'], onDone: onClose });
  const { organizationId } = budget;
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={budgetMessages.removeTitle(markedText(nameOf(budget)))}
      confirm={budgetMessages.removeConfirm}
      onConfirm={() => void remove.run({ params: { organizationId }, body: {} })}
      busy={remove.isBusy}
      problem={remove.problem}
    >
      {budgetMessages.removeText}
    </ConfirmDialog>
  );
};

interface BudgetTableProps {
  budgets: readonly Budget[];
  onChange: Actions['onChange'];
}

const BudgetTable = ({ budgets, onChange }: BudgetTableProps): ReactElement => {
  const [removed, setRemoved] = useState<Budget>();
  const columns = useMemo(() => columnsFor({ onChange, onRemove: setRemoved }), [onChange]);
  const [first] = budgets;
  return (
    <Stack gap={3}>
      {first && <p>{budgetMessages.month(first.month)}</p>}
      <Table
        label={budgetMessages.title}
        columns={columns}
        rows={budgets}
        rowKey={({ organizationId }) => organizationId}
      />
      {removed && <RemoveDialog budget={removed} onClose={() => setRemoved(undefined)} />}
    </Stack>
  );
};

/** Shows what each client organization spent of its budget, and sets the budgets. */
export const BudgetsView = (): ReactElement => {
  const reading = useRead('list-budgets');
  const [{ budget: edited }, set] = useUrlState(parameters);
  const open = useMemo(() => (organizationId: string) => set({ budget: organizationId }), [set]);
  const setButton = <Button onClick={() => open('new')}>{budgetMessages.set}</Button>;
  const items = reading.data?.items;
  const budget = items?.find(({ organizationId }) => organizationId === edited);
  return (
    <Panel
      title={budgetMessages.title}
      lead={budgetMessages.lead}
      actions={items !== undefined && items.length > 0 && setButton}
      reading={reading}
      rows={4}
    >
      {(data) => (
        <>
          {data.items.length === 0 ? (
            <Empty title={budgetMessages.empty} action={setButton}>
              {budgetMessages.emptyHelp}
            </Empty>
          ) : (
            <BudgetTable budgets={data.items} onChange={open} />
          )}
          {(edited === 'new' || budget) && (
            <BudgetDialog
              key={edited}
              budget={budget}
              taken={data.items.map(({ organizationId }) => organizationId)}
              onClose={() => set({ budget: '' }, { replace: true })}
            />
          )}
        </>
      )}
    </Panel>
  );
};
