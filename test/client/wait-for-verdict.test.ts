import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { ConnectionLost, createClient } from '@scangate/client';
import { fakeService, hangUp, json, problem, type Reply } from './fake-service.ts';

const scanId = '0199aaaa-0000-7000-8000-000000000001';
const passed = { scanId, status: 'completed', verdict: 'PASS', reason: 'no_issues_found', projectUnits: [] };
const running = { scanId, status: 'running', verdict: null, reason: 'wait_timeout', retryAfter: 5 };

/** Sends pieces with a little time between them, and perhaps never ends. */
const streamed =
  (pieces: string[], end: 'clean' | 'broken' = 'clean'): Reply =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    for (const piece of pieces) {
      response.write(piece);
      await delay(5);
    }
    if (end === 'clean') response.end();
    else response.destroy();
  };

const unitEvent = (projectUnitId: string, status: string) =>
  `event: unit\ndata: ${JSON.stringify({ projectUnitId, path: '', type: 'npm', status })}\n\n`;
const verdictEvent = `event: verdict\ndata: ${JSON.stringify(passed)}\n\n`;

describe('waiting for a verdict', () => {
  test('skips heartbeats, also when the JSON arrives in pieces', async () => {
    const text = JSON.stringify(passed);
    const { client, requests } = await fakeService([
      streamed(['\n', '\n', text.slice(0, 20), text.slice(20)]),
    ]);
    expect(await client.waitForVerdict(scanId)).toEqual(passed);
    expect(requests).toHaveLength(1);
  });

  test('resumes the same scan after a timeout, and never creates another', async () => {
    const { client, requests, sleepsMs } = await fakeService([
      json(200, running),
      json(200, running),
      json(200, passed),
    ]);
    expect((await client.waitForVerdict(scanId, { intervalSeconds: 10 })).verdict).toBe('PASS');
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array(3).fill(`GET /v1/scans/${scanId}/wait`),
    );
    expect(requests[0]?.query).toEqual({ timeout: '600', interval: '10' });
    expect(sleepsMs).toEqual([5000, 5000]);
  });

  test('retries less and less often while no more requests may wait', async () => {
    const full = { ...running, poll: { path: `/v1/scans/${scanId}`, afterSeconds: [5, 10, 60] } };
    const { client, sleepsMs } = await fakeService([
      ...Array<Reply>(4).fill(json(200, full)),
      json(200, running),
      json(200, full),
      json(200, passed),
    ]);
    expect((await client.waitForVerdict(scanId)).verdict).toBe('PASS');
    expect(sleepsMs).toEqual([5_000, 10_000, 60_000, 60_000, 5_000, 5_000]);
  });

  test.each([
    ['before an answer', hangUp],
    ['between heartbeats', streamed(['\n'], 'broken')],
    ['inside the JSON', streamed(['{"verdict":'], 'broken')],
    ['cleanly but too early', streamed(['\n', '{"verdict":'])],
    ['without any answer', streamed([])],
  ])('survives a connection that ends %s', async (_when, reply) => {
    const { client } = await fakeService([reply, json(200, passed)]);
    expect((await client.waitForVerdict(scanId)).verdict).toBe('PASS');
  });

  test('continues after the service was unavailable for a while', async () => {
    const away = problem(503, 'temporarily_unavailable');
    const { client, requests } = await fakeService([...Array<Reply>(12).fill(away), json(200, passed)]);
    expect((await client.waitForVerdict(scanId)).verdict).toBe('PASS');
    expect(requests).toHaveLength(13);
  });

  test('ends without a verdict when its time is over', async () => {
    const { client, requests } = await fakeService([json(200, running)], { tickMs: 1000 });
    expect(await client.waitForVerdict(scanId, { timeoutSeconds: 30 })).toEqual(running);
    expect(requests.length).toBeGreaterThan(1);
    expect(
      requests.every(({ query }) => Number(query['timeout']) >= 1 && Number(query['timeout']) <= 30),
    ).toBe(true);
  });

  test('throws ConnectionLost when the service is still unavailable at the end', async () => {
    const { client } = await fakeService([hangUp], { tickMs: 1000 });
    await expect(client.waitForVerdict(scanId, { timeoutSeconds: 60 })).rejects.toThrow(ConnectionLost);
  });

  test('ends at once when the scan does not exist', async () => {
    const { client, requests } = await fakeService([problem(404, 'scan_not_found')]);
    await expect(client.waitForVerdict(scanId)).rejects.toMatchObject({ code: 'scan_not_found' });
    expect(requests).toHaveLength(1);
  });

  test('ends at once when another server answers with a page', async () => {
    const page: Reply = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    const { client, requests } = await fakeService([page]);
    await expect(client.waitForVerdict(scanId)).rejects.toMatchObject({
      code: 'unexpected_answer',
      status: 200,
    });
    expect(requests).toHaveLength(1);
  });

  test('reports each change of a unit once, however often the connection starts again', async () => {
    const { client, requests } = await fakeService([
      streamed([unitEvent('a', 'queued'), ': waiting\n\n', unitEvent('a', 'running')], 'broken'),
      streamed([unitEvent('a', 'running') + unitEvent('b', 'running').slice(0, 30)], 'broken'),
      streamed([unitEvent('a', 'running'), unitEvent('b', 'completed').slice(0, 30)]),
      streamed([
        unitEvent('b', 'completed').slice(0, 9),
        unitEvent('b', 'completed').slice(9) + verdictEvent,
      ]),
    ]);
    const told: string[] = [];
    const onUnit = (unit: { projectUnitId: string; status: string }) =>
      told.push(`${unit.projectUnitId} ${unit.status}`);
    expect((await client.waitForVerdict(scanId, { onUnitChange: onUnit })).verdict).toBe('PASS');
    expect(told).toEqual(['a queued', 'a running', 'b completed']);
    expect(requests[0]?.headers.accept).toBe('text/event-stream');
  });

  test('treats a minute of silence as a lost connection', async () => {
    vi.useFakeTimers();
    try {
      let asked = 0;
      const silent = (signal: AbortSignal) =>
        new ReadableStream({
          start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
        });
      const fetch = async (_url: unknown, init?: RequestInit) => {
        asked += 1;
        return asked === 1 ? new Response(silent(init?.signal as AbortSignal)) : Response.json(passed);
      };
      const client = createClient({
        baseUrl: 'https://a.example',
        token: 't',
        newIdempotencyKey: () => 'k',
        fetch,
      });
      const waiting = client.waitForVerdict(scanId);
      await vi.advanceTimersByTimeAsync(59_000);
      expect(asked).toBe(1);
      await vi.advanceTimersByTimeAsync(4000);
      expect((await waiting).verdict).toBe('PASS');
      expect(asked).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
