import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveMcpWorld } from '#test/support/mcp/mcp-host.ts';
import { commit, newMcpWorld, scanId } from '#test/support/mcp/mcp-world.ts';

const root = join(import.meta.dirname, '../../..');
const target = { repository: 'acme/shop', commit };

/** An input for each tool. */
const inputs: Record<string, object> = {
  resolve_repository: { repository: 'acme/shop' },
  quote_scan: target,
  scan_commit: target,
  check_lockfile: { repository: 'acme/shop', lockfile: 'package-lock.json' },
  wait_scan: { scanId },
  list_findings: { scanId },
  explain_finding: { scanId },
  plan_upgrades: { scanId },
  compare_scans: { headScanId: scanId, baseScanId: scanId },
  search_component: { purl: 'pkg:npm/minimist' },
  credits_alert: {},
};

test('a host starts scangate mcp, calls every tool over its standard input, and ends it by closing that', async () => {
  const world = newMcpWorld();
  const address = await serveMcpWorld(world);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(root, 'bin/cli.ts'), 'mcp'],
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', SCANGATE_URL: address, SCANGATE_TOKEN: 'sgs_CANARY' },
    stderr: 'pipe',
  });
  let errors = '';
  transport.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const client = new Client({ name: 'host', version: '1.0.0' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(Object.keys(inputs));
  const answers = [];
  for (const [name, given] of Object.entries(inputs))
    answers.push(await client.callTool({ name, arguments: { ...given } }));
  expect(answers.filter(({ isError }) => isError)).toEqual([]);
  expect(`${JSON.stringify(answers)}${errors}`).not.toContain('CANARY');
  expect(world.scans.size).toBe(0);
  const { pid } = transport;
  await client.close();
  await expect.poll(() => isAlive(pid ?? 0)).toBe(false);
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
