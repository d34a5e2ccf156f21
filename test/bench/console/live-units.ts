import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Visit } from '#test/support/console/visit.ts';

interface Units {
  /** Says that a unit has another state. */
  tell(index: number, status: string): void;
  stop(): void;
}

const unitAt = (index: number, status: string) => ({
  projectUnitId: `00000000-0000-8000-8000-${String(index).padStart(12, '0')}`,
  path: `unit-${String(index).padStart(3, '0')}`,
  type: 'npm',
  status,
});

/** Lets a scan run, with a number of units, whose stream sends what the caller says. */
export const streamUnits = async ({ page }: Visit, count: number): Promise<Units> => {
  const units = Array.from({ length: count }, (_none, index) => unitAt(index, 'running'));
  let stream: ServerResponse | undefined;
  const say = (unit: object): void => void stream?.write(`event: unit\ndata: ${JSON.stringify(unit)}\n\n`);
  const server = createServer((_request, response) => {
    stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
    units.forEach(say);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await page.route(/\/v1\/scans\/[^/]+\/wait\?/, (route) =>
    route.continue({ url: `http://127.0.0.1:${port}/` }),
  );
  await page.route(/\/v1\/scans\/[^/?]+$/, async (route) => {
    const answer = await route.fetch();
    const { verdict: _verdict, ...scan } = (await answer.json()) as Record<string, unknown>;
    await route.fulfill({ response: answer, json: { ...scan, status: 'running', projectUnits: units } });
  });
  return {
    tell: (index, status) => say(unitAt(index, status)),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
};
