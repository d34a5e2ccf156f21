import { callToolOf } from '#test/support/mcp/call-tool.ts';
import { commit, connectHost, contextOf, newMcpWorld, scanId } from '#test/support/mcp/mcp-world.ts';
import type { Figure } from '../figures.ts';

const section = 'Clients: answers of MCP';
const target = { repository: 'acme/shop', commit };

/** A call of each tool that only reads. */
const calls: Readonly<Record<string, object>> = {
  resolve_repository: { repository: 'acme/shop' },
  quote_scan: target,
  wait_scan: { scanId },
  list_findings: { scanId },
  explain_finding: { scanId },
  plan_upgrades: { scanId },
  compare_scans: { headScanId: scanId, baseScanId: scanId },
  search_component: { purl: 'pkg:npm/minimist' },
  credits_alert: {},
};

/** Measures the list of the tools, and the answer of each to a scan with many findings. */
export const mcpFigures = async (): Promise<Figure[]> => {
  const { client } = await connectHost(contextOf(newMcpWorld({ findings: 500 })));
  try {
    const { tools } = await client.listTools();
    const listed = Buffer.byteLength(JSON.stringify({ tools }));
    const figures: Figure[] = [
      { section, what: 'tools/list', unit: 'bytes', value: listed, limit: 24 * 1024 },
    ];
    for (const { name, annotations } of tools.filter((tool) => tool.annotations?.readOnlyHint === true)) {
      const { isError, value, bytes } = await callToolOf(client, name, calls[name] ?? {});
      if (isError) throw new Error(`${name} (${annotations?.title}) failed: ${JSON.stringify(value)}`);
      figures.push({ section, what: name, unit: 'bytes', value: bytes, limit: 32 * 1024 });
    }
    return figures;
  } finally {
    await client.close();
  }
};
