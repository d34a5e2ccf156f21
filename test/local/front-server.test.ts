import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClock, type Clock } from '@scangate/emulator-host/clock';
import { answerHeaders } from '#contract/response-headers.ts';
import { openFrontServer, type FrontServer } from '#local/front-server.ts';

let front: FrontServer;
let clock: Clock;
beforeAll(async () => {
  clock = openClock({ shiftMs: 0, onShift: () => {}, waitUntilIdle: async () => {}, onError: () => {} });
  front = await openFrontServer({ port: 0, clock, report: () => {} });
});
afterAll(async () => {
  await front.server.close();
  await clock.close();
});

const headersOf = async (path: string) => {
  const { status, headers } = await fetch(`${front.server.url}${path}`);
  const own = Object.keys(answerHeaders).map((name) => [name, headers.get(name)]);
  return { status, headers: Object.fromEntries(own) as Record<string, string | null> };
};

test('the pages of the local service have the headers of every answer, during the start and after', async () => {
  expect(await headersOf('/health')).toEqual({ status: 503, headers: answerHeaders });
  front.serve({ control: async () => {}, service: async () => {} });
  for (const path of ['/_local', '/health'])
    expect(await headersOf(path)).toEqual({ status: 200, headers: answerHeaders });
});

test('the first page says where to sign in', async () => {
  front.serve({ control: async () => {}, service: async () => {} });
  const page = await fetch(`${front.server.url}/_local/`);
  expect(await page.json()).toMatchObject({ console: '/console/', inbox: '/_local/inbox' });
});
