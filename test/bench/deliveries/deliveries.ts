import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { createServer } from 'node:http';
import { queueShard } from '@scangate/domain/due-queue';
import { addMs, dayMs } from '@scangate/domain/instant';
import { derivedId } from '@scangate/engines/model/digest';
import { costOf, type Cost } from '../operations.ts';
import type { AwsCall } from '../recorder.ts';
import { newTenant, type BenchService } from '../service.ts';
import { openStore } from '../store.ts';

/** The cost of events and their deliveries, over all functions. */
export interface DeliveryCosts {
  /** A change, its event and one delivery, without what the change costs when there is no subscriber. */
  first: Pick<Cost, 'calls' | 'writeUnits'>;
  /** A further event of the same run, with its row. */
  further: Pick<Cost, 'calls' | 'writeUnits'>;
  /** Invocations of a change without a subscriber. */
  unheardInvocations: number;
  requests: string[];
}

/** A receiver that accepts everything. */
const openReceiver = async () => {
  let received = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      received++;
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received: () => received,
    close: () => new Promise((resolve) => void server.close(resolve)),
  };
};

const bench = 'bench-events';

/** Jobs that are due while an event is delivered cost what they cost without it. */
const ofDeliveries = new Set(['authorizer', 'issue-token', 'dispatch-events', 'deliver']);
const costOfDeliveries = (calls: readonly AwsCall[]) =>
  costOf(calls.filter(({ caller }) => ofDeliveries.has(caller)));
const writesOf = (calls: readonly AwsCall[], name: string): number =>
  costOf(calls.filter(({ caller }) => caller === name)).writeUnits;

/** Writes events as changes do, and invokes their fan-out once for all. */
const dispatchMany = (service: BenchService, organizationId: string) => {
  const { cloud, recorder } = service;
  const { environment, plan } = cloud;
  const store = openStore(service, bench);
  const client = new LambdaClient({
    endpoint: recorder.environmentOf(bench)['AWS_ENDPOINT_URL_LAMBDA'] ?? '',
    userAgentAppId: bench,
    region: environment['AWS_REGION'] ?? '',
    credentials: {
      accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  });
  const FunctionName = plan.functions.find(({ name }) => name.endsWith('dispatch-events'))?.name ?? '';
  const eventsOf = (count: number) => {
    const at = new Date(cloud.clock.now()).toISOString();
    return Array.from({ length: count }, (_, index) => {
      const eventId = derivedId('event', organizationId, String(count), String(index));
      return {
        organizationId,
        at,
        eventId,
        type: 'token.issued' as const,
        data: { tokenId: eventId, kind: 'service', name: 'Pipeline' },
        dueQueue: queueShard('storedEvent', eventId),
        dueAt: at,
        expiresAt: addMs(at, 30 * dayMs),
      };
    });
  };
  return async (count: number): Promise<Cost> => {
    const events = eventsOf(count);
    await store.commit(events.map((item) => ({ change: 'insert', record: 'storedEvent', item }) as const));
    const Payload = JSON.stringify({
      organizationId,
      events: events.map(({ at, eventId }) => ({ at, eventId })),
    });
    const { calls } = await recorder.during(async () => {
      await client.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }));
      await service.settle();
    });
    return costOfDeliveries(calls);
  };
};

/** Measures warm functions: the first event of a webhook, and what each further one of a run adds. */
export const measureDeliveries = async (service: BenchService): Promise<DeliveryCosts> => {
  const { organizationId, owner } = await newTenant(service, 10);
  const issue = () =>
    service.expectStatus(201, 'POST', '/v1/tokens', owner, { body: { kind: 'service', name: 'Pipeline' } });
  const issued = async () => {
    const { calls } = await service.recorder.during(async () => {
      await issue();
      await service.settle();
    });
    return calls;
  };
  await issued();
  const unheard = await issued();
  const receiver = await openReceiver();
  try {
    await service.expectStatus(201, 'POST', '/v1/webhooks', owner, {
      body: { url: receiver.url, events: ['token.issued'] },
    });
    await issued();
    const heard = await issued();
    const [all, before] = [costOfDeliveries(heard), costOfDeliveries(unheard)];
    const dispatch = dispatchMany(service, organizationId);
    const [one, five] = [await dispatch(1), await dispatch(5)];
    if (receiver.received() !== 8) throw new Error(`the receiver got ${receiver.received()} of 8 events`);
    const rowUnits = writesOf(heard, 'issue-token') - writesOf(unheard, 'issue-token');
    return {
      first: { calls: all.calls - before.calls, writeUnits: all.writeUnits - before.writeUnits },
      further: {
        calls: (five.calls - one.calls) / 4,
        writeUnits: (five.writeUnits - one.writeUnits) / 4 + rowUnits,
      },
      unheardInvocations: unheard.filter(({ service: name }) => name === 'lambda').length,
      requests: all.requests,
    };
  } finally {
    await receiver.close();
  }
};
