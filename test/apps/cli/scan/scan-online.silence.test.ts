import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { runMain } from '#test/support/cli/run-main.ts';
import { canary, scanId, scriptedService } from '#test/support/cli/scripted-service.ts';

/** The clock of these tests stands still until a test moves it. */
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((delayMs) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('The time is over.', 'TimeoutError')), delayMs);
    return controller.signal;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Answers as the service does, except for one request that it never answers. */
const silentAt = (line: string) => {
  const service = scriptedService();
  const fetch = (async (input: string | URL, init: RequestInit = {}) => {
    const answer = await service.fetch(input, init);
    if (`${init.method ?? 'GET'} ${new URL(input).pathname}` !== line) return answer;
    return new Promise<Response>((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
    });
  }) as typeof globalThis.fetch;
  return { ...service, fetch };
};

const scan = (fetch: typeof globalThis.fetch, args: string[] = []) =>
  runMain(['scan', '--repository', 'acme/shop', '--commit', 'c'.repeat(40), ...args], {
    fetch,
    elapsedMs: () => Date.now(),
    sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
    environment: { SCANGATE_URL: 'https://scangate.example', SCANGATE_TOKEN: canary },
  });

describe('a minute of silence', () => {
  // The modules are loaded on demand, which takes a time that no test moves.
  beforeAll(async () => void (await scan(scriptedService().fetch)));

  test.each(['GET /v1/repositories/resolve', 'POST /v1/scans', `GET /v1/scans/${scanId}/findings`])(
    'at %s ends the command with 3, without another request',
    async (line) => {
      const service = silentAt(line);
      const ended = vi.fn<() => void>();
      const running = scan(service.fetch).then((ran) => {
        ended();
        return ran;
      });
      await vi.advanceTimersByTimeAsync(59_000);
      expect(ended).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1_000);
      const { exitCode, log } = await running;
      expect([exitCode, log]).toEqual([3, expect.stringMatching(/silent|60 s|a minute/i)]);
      expect(service.lines().filter((asked) => asked === line)).toHaveLength(1);
    },
  );

  test('while a scan runs is retried until the wait is over, and the scan continues', async () => {
    const service = silentAt(`GET /v1/scans/${scanId}/wait`);
    const running = scan(service.fetch, ['--timeout', '300']);
    await vi.advanceTimersByTimeAsync(900_000);
    const { exitCode, log } = await running;
    expect([exitCode, log]).toEqual([3, expect.stringContaining(`scangate wait ${scanId}`)]);
    const waits = service.lines().filter((asked) => asked.endsWith('/wait')).length;
    expect(waits).toBeGreaterThan(1);
    expect(waits).toBeLessThanOrEqual(6);
    expect(service.lines().filter((asked) => asked === 'POST /v1/scans')).toHaveLength(1);
  });
});
