import type { BodyOfResponse } from '@scangate/client';
import type { ReactElement } from 'react';
import { effectName, effectValue, purchaseMessages } from '@scangate/console/messages/billing/purchase.ts';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Money } from '@scangate/console/parts/text/amount.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { serverNow } from '@scangate/console/session/browser/server-time.ts';

export type Preview = BodyOfResponse<'preview-change', 200>;

type Line = Preview['lines'][number] & { currency: string };
type Effect = Preview['effects'][number] & { isPaidFirst: boolean };

const lineColumns: readonly Column<Line>[] = [
  { key: 'item', title: purchaseMessages.item, cell: ({ description }) => <Text value={description} /> },
  {
    key: 'amount',
    title: purchaseMessages.amount,
    align: 'end',
    width: '6rem',
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
];

const When = ({ at, isPaidFirst }: Effect): ReactElement => {
  // The clock went on since the preview was made.
  if (Date.parse(at) > serverNow() + 60_000) return <Instant at={at} mode="day" />;
  return <>{isPaidFirst ? purchaseMessages.oncePaid : purchaseMessages.now}</>;
};

const effectColumns: readonly Column<Effect>[] = [
  { key: 'what', title: purchaseMessages.what, width: '4.75rem', cell: ({ what }) => effectName(what) },
  {
    key: 'change',
    title: purchaseMessages.change,
    width: '5.25rem',
    cell: ({ what, from, to }) => purchaseMessages.fromTo(effectValue(what, from), effectValue(what, to)),
  },
  { key: 'when', title: purchaseMessages.when, width: '5.5rem', cell: (effect) => <When {...effect} /> },
];

const lineKey = ({ description, amount }: Line): string => `${description} ${amount}`;

interface LinesProps {
  label: string;
  lines: Preview['lines'];
  currency: string;
}

const Lines = ({ label, lines, currency }: LinesProps): ReactElement => (
  <Table
    label={label}
    columns={lineColumns}
    rows={lines.map((line) => ({ ...line, currency }))}
    rowKey={lineKey}
  />
);

const DueNow = ({ dueNow, currency }: Preview): ReactElement =>
  dueNow === 0 ? <>{purchaseMessages.nothingDue}</> : <Money amount={dueNow} currency={currency} />;

const nextInvoiceOf = ({ nextInvoice }: Preview, isOfAddon: boolean) =>
  nextInvoice
    ? {
        label: isOfAddon
          ? purchaseMessages.nextPlanInvoice(nextInvoice.at)
          : purchaseMessages.nextInvoice(nextInvoice.at),
        value: <Money amount={nextInvoice.amountDue} currency={nextInvoice.currency} />,
      }
    : { label: purchaseMessages.laterInvoices, value: purchaseMessages.noNextInvoice };

interface PreviewViewProps {
  preview: Preview;
  /** The add-on has invoices of its own, and leaves those of the plan alone. */
  isOfAddon?: boolean;
}

/** Shows what a change costs now and later, and what it changes when. Every figure is the payment provider's. */
export const PreviewView = ({ preview, isOfAddon = false }: PreviewViewProps): ReactElement => {
  const { lines, currency, effects, dueNow } = preview;
  const rows = effects.map((effect) => ({ ...effect, isPaidFirst: dueNow > 0 }));
  return (
    <Stack gap={4}>
      <KeyValue
        items={[
          { label: purchaseMessages.dueNow, value: <DueNow {...preview} /> },
          nextInvoiceOf(preview, isOfAddon),
        ]}
      />
      {isOfAddon && <p>{purchaseMessages.addonInvoices}</p>}
      {lines.length > 0 && <Lines label={purchaseMessages.dueNow} lines={lines} currency={currency} />}
      {rows.length === 0 ? (
        <p>{purchaseMessages.noEffects}</p>
      ) : (
        <Table
          label={purchaseMessages.changes}
          columns={effectColumns}
          rows={rows}
          rowKey={({ what, at }) => `${what} ${at}`}
        />
      )}
    </Stack>
  );
};
