import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { answerNames } from '#local/receiver/answers.ts';
import { receiverPage } from '#local/receiver/receiver-page.ts';
import { openReceiver, secretInput, type Receiver } from '#local/receiver/receiver.ts';
import { delivery, local, secret, send, storedEvent } from '#test/support/webhooks/send.ts';

const files = new Map<string, string>();
const folder = {
  readJson: <T>(name: string, check: (value: unknown) => value is T): T | undefined => {
    const found: unknown = JSON.parse(files.get(name) ?? 'null');
    return check(found) ? found : undefined;
  },
  writeJson: (name: string, value: unknown) => void files.set(name, JSON.stringify(value)),
};
const open = (): Receiver =>
  openReceiver(folder, { now: () => Date.now() } as Parameters<typeof openReceiver>[1]);
beforeEach(() => files.clear());

const serve = async (receiver: Receiver): Promise<string> => {
  const server = createServer((request, response) => void receiver.receive(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};
const options = { ...local, limits: { timeoutMs: 500 } };

test('a delivery is shown with its verified signature, even after a restart', async () => {
  const receiver = open();
  receiver.learn(secret);
  await send(await serve(receiver));
  const { deliveries, missing } = open().show();
  expect(deliveries).toMatchObject([
    { id: storedEvent.eventId, sequence: delivery.sequence, signature: 'verified', answer: 'ok' },
  ]);
  expect(missing).toEqual([]);
});

test('each switch has its effect, and a sequence stays missing until it is accepted', async () => {
  const receiver = open();
  const url = await serve(receiver);
  const outcomes: Record<string, string> = {};
  for (const name of answerNames) {
    receiver.answerWith(name);
    const outcome = await send(url, { options });
    const said = outcome.kind === 'later' ? undefined : (outcome.attempt.cause ?? outcome.attempt.status);
    outcomes[name] = `${outcome.kind} ${said}`;
  }
  expect(outcomes).toEqual({
    ok: 'delivered 200',
    'no-content': 'delivered 204',
    error: 'failed status',
    gone: 'stop status',
    'wait-5': 'failed status',
    'wait-forever': 'failed status',
    'wait-past': 'failed status',
    redirect: 'failed redirected',
    silent: 'failed timeout',
    trickle: 'failed timeout',
    flood: 'delivered 200',
    close: 'failed connection',
  });
  receiver.clear();
  receiver.answerWith('error');
  await send(url);
  expect(receiver.show().missing).toEqual([delivery.sequence]);
  receiver.answerWith('ok');
  await send(url);
  expect(receiver.show().missing).toEqual([]);
});

test('the page shows bodies as text, and marks what is not verified', async () => {
  const receiver = open();
  const event = { ...storedEvent, data: { text: '<script>alert(1)</script>' } };
  await send(await serve(receiver), { event });
  const page = receiverPage(receiver.show());
  expect([page.includes('<script>'), page.includes('no secret known')]).toEqual([false, true]);
});

test('only a secret of Standard Webhooks is accepted', () => {
  expect(secretInput.safeParse({ secret }).success).toBe(true);
  for (const text of ['whsec_', 'secret', `${secret} `])
    expect(secretInput.safeParse({ secret: text }).success).toBe(false);
});
