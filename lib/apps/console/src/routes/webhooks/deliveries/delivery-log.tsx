import { useMemo, useState, type ReactElement } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import {
  deliveryMessages,
  deliveryState,
  eventName,
} from '@scangate/console/messages/organization/webhooks.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { StatusBadge, type Tone } from '@scangate/console/parts/status/badge.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { useList } from '@scangate/console/session/use-list.ts';
import { underWayMs } from '@scangate/console/session/use-read.ts';
import { answerOf, type Delivery } from './answer-of.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { ReplayDialog } from './replay-dialog.tsx';

interface DeliveryLogProps {
  of: 'webhook' | 'integration';
  id: string;
}

const tones: Record<string, Tone> = { delivered: 'pass', waiting: 'medium', given_up: 'fail' };

const columnsFor = (open: (delivery: Delivery) => void): readonly Column<Delivery>[] => [
  {
    key: 'sequence',
    title: deliveryMessages.sequence,
    width: '6rem',
    align: 'end',
    cell: ({ sequence }) => number(sequence),
  },
  { key: 'type', title: deliveryMessages.type, cell: ({ type }) => eventName(type) },
  {
    key: 'at',
    title: deliveryMessages.at,
    width: '9rem',
    hideBelow: 'narrow',
    cell: ({ eventAt }) => <Instant at={eventAt} />,
  },
  {
    key: 'state',
    title: deliveryMessages.state,
    width: '8rem',
    cell: ({ state }) => <StatusBadge tone={tones[state] ?? 'muted'}>{deliveryState(state)}</StatusBadge>,
  },
  {
    key: 'last',
    title: deliveryMessages.last,
    width: '12rem',
    hideBelow: 'narrow',
    cell: ({ attempts }) => {
      const last = attempts.at(-1);
      return last ? answerOf(last) : deliveryMessages.noAnswer;
    },
  },
  {
    key: 'details',
    title: deliveryMessages.details,
    width: '5rem',
    cell: (delivery) => (
      <Button kind="quiet" onClick={() => open(delivery)}>
        {deliveryMessages.open}
      </Button>
    ),
  },
];

const useDeliveries = ({ of, id }: DeliveryLogProps) => {
  const everyMs = (deliveries: readonly Pick<Delivery, 'state'>[]): number | false =>
    deliveries.some(({ state }) => state === 'waiting') && underWayMs;
  const query = { limit: 50 };
  const webhook = useList(
    'list-webhook-deliveries',
    { params: { webhookId: id }, query },
    { everyMs, enabled: of === 'webhook' },
  );
  const integration = useList(
    'list-integration-deliveries',
    { params: { integrationId: id }, query },
    { everyMs, enabled: of === 'integration' },
  );
  return of === 'webhook' ? webhook : integration;
};

/** Each delivery, the latest first, with what the receiver answered. */
export const DeliveryLog = ({ of, id }: DeliveryLogProps): ReactElement => {
  const [opened, setOpened] = useState<number>();
  const [isReplaying, setReplaying] = useState(false);
  const list = useDeliveries({ of, id });
  const columns = useMemo(() => columnsFor(({ sequence }) => setOpened(sequence)), []);
  const items: readonly Delivery[] = list.items;
  const delivery = items.find(({ sequence }) => sequence === opened);
  const replay = of === 'webhook' && (
    <>
      <Button onClick={() => setReplaying(true)}>{deliveryMessages.replay}</Button>
      {isReplaying && <ReplayDialog webhookId={id} onClose={() => setReplaying(false)} />}
    </>
  );
  return (
    <Panel
      title={deliveryMessages.title}
      actions={replay}
      reading={list}
      rows={5}
      isEmpty={(rows) => rows.length === 0}
      empty={<Empty title={deliveryMessages.empty}>{deliveryMessages.emptyHelp}</Empty>}
    >
      {() => (
        <>
          <Table
            label={deliveryMessages.title}
            columns={columns}
            rows={items}
            rowKey={({ sequence }) => String(sequence)}
            onEnd={list.onEnd}
          />
          {delivery && (
            <DeliveryDialog
              delivery={delivery}
              onClose={() => setOpened(undefined)}
              {...(of === 'webhook' && { webhookId: id })}
            />
          )}
        </>
      )}
    </Panel>
  );
};
