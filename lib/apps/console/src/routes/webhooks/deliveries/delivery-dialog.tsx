import type { ReactElement } from 'react';
import {
  causeText,
  deliveryMessages,
  deliveryState,
  eventName,
} from '@scangate/console/messages/organization/webhooks.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { CodeBlock } from '@scangate/console/parts/text/code-block.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import type { Delivery } from './answer-of.ts';

type Attempt = Delivery['attempts'][number];

const columns: readonly Column<Attempt>[] = [
  {
    key: 'at',
    title: deliveryMessages.attemptAt,
    width: '13rem',
    cell: ({ at }) => <Instant at={at} mode="absolute" />,
  },
  {
    key: 'took',
    title: deliveryMessages.took,
    width: '6rem',
    align: 'end',
    cell: ({ milliseconds }) => deliveryMessages.milliseconds(milliseconds),
  },
  {
    key: 'answer',
    title: deliveryMessages.answer,
    width: '8rem',
    cell: ({ status }) => status ?? deliveryMessages.silent,
  },
  {
    key: 'cause',
    title: deliveryMessages.cause,
    cell: ({ cause, excerpt }) => (
      <Text value={[cause === undefined ? '' : causeText(cause), excerpt ?? ''].filter(Boolean).join(': ')} />
    ),
  },
];

const Redeliver = ({ webhookId, sequence }: { webhookId: string; sequence: number }): ReactElement => {
  const redeliver = useApiAction('redeliver-webhook', { invalidates: ['list-webhook-deliveries'] });
  return (
    <Stack gap={2}>
      <div>
        <Button
          busy={redeliver.isBusy}
          onClick={() => void redeliver.run({ params: { webhookId }, body: { sequence } })}
        >
          {deliveryMessages.redeliver}
        </Button>
      </div>
      {redeliver.data && <p role="status">{deliveryMessages.redelivered}</p>}
      {redeliver.problem !== undefined && <ProblemPanel error={redeliver.problem} />}
    </Stack>
  );
};

const Request = ({ request }: { request: NonNullable<Delivery['request']> }): ReactElement => (
  <>
    <CodeBlock
      label={deliveryMessages.headers}
      code={Object.entries(request.headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n')}
    />
    <CodeBlock label={deliveryMessages.body} code={JSON.stringify(request.body, null, 2)} />
  </>
);

interface DeliveryDialogProps {
  delivery: Delivery;
  /** Absent for an integration, which reconciles and replays nothing. */
  webhookId?: string;
  onClose: () => void;
}

/** One delivery: each attempt with its answer, and what was sent. */
export const DeliveryDialog = ({ delivery, webhookId, onClose }: DeliveryDialogProps): ReactElement => {
  const { sequence, type, state, eventAt, nextAttemptAt, attempts, request } = delivery;
  return (
    <Dialog open size="large" onClose={onClose} title={eventName(type)}>
      <Stack gap={4}>
        <KeyValue
          items={[
            { label: deliveryMessages.at, value: <Instant at={eventAt} mode="absolute" /> },
            { label: deliveryMessages.state, value: deliveryState(state) },
            ...(nextAttemptAt === undefined
              ? []
              : [{ label: deliveryMessages.next, value: <Instant at={nextAttemptAt} /> }]),
          ]}
        />
        {attempts.length > 0 && (
          <Table
            label={deliveryMessages.attempts}
            columns={columns}
            rows={attempts}
            rowKey={({ at }) => at}
          />
        )}
        {webhookId !== undefined && <Redeliver webhookId={webhookId} sequence={sequence} />}
        {request && <Request request={request} />}
      </Stack>
    </Dialog>
  );
};
