import { ResourceTemplate, type McpServer, type Variables } from '@modelcontextprotocol/server';
import type { Client } from '@scangate/client';
import { plainData } from './plain-data.ts';
import type { Session } from './session.ts';
import { shownFinding } from './tools/shown-finding.ts';

interface Resource {
  name: string;
  title: string;
  read: (client: Client, scanId: string) => Promise<string>;
}

/** Tool responses are limited to 32 KB; a document may be larger, and a host reads it only on request. */
const maxCharacters = 1_000_000;

/** The values contain text from repositories; all of its characters are visible. */
const json = (value: unknown): string => JSON.stringify(plainData(value));

const mostFindings = 500;

/**
 * The report for people is Markdown, in which a name cannot be distinguished from an instruction. This one has
 * fields.
 */
const reportOf = async (client: Client, scanId: string): Promise<object> => {
  const payload = await client.waitForVerdict(scanId, { timeoutSeconds: 1 });
  const { verdict, reason, reasons, summary, pullRequestCheck, coverage } = payload;
  const findings: ReturnType<typeof shownFinding>[] = [];
  let isCut = false;
  for await (const one of client.items('list-findings', { params: { scanId }, query: { limit: 100 } })) {
    isCut = findings.length === mostFindings;
    if (isCut) break;
    findings.push(shownFinding(one));
  }
  return { scanId, verdict, reason, reasons, summary, pullRequestCheck, coverage, findings, isCut };
};

const mimeType = 'application/json';

const resources: readonly Resource[] = [
  {
    name: 'verdict',
    title: 'The verdict of a scan',
    read: async (client, scanId) => {
      const verdict = await client.waitForVerdict(scanId, { timeoutSeconds: 1 });
      return json({ untrusted: true, ...verdict });
    },
  },
  {
    name: 'report',
    title: 'The report of a scan: the reasons of the verdict, and its findings',
    read: async (client, scanId) => json({ untrusted: true, ...(await reportOf(client, scanId)) }),
  },
  {
    name: 'sbom',
    title: 'The SBOM of a scan, as CycloneDX',
    read: async (client, scanId) => {
      const text = await client.text('get-sbom', { params: { scanId } });
      return json({ untrusted: true, sbom: JSON.parse(text) as unknown });
    },
  },
];

const idOf = ({ scanId }: Variables): string => (Array.isArray(scanId) ? (scanId[0] ?? '') : (scanId ?? ''));

/** Registers the readable documents of a scan, by its id. */
export const registerResources = (server: McpServer, session: Session): void => {
  for (const { name, title, read } of resources) {
    const template = new ResourceTemplate(`scangate://scans/{scanId}/${name}`, { list: undefined });
    server.registerResource(name, template, { title, mimeType }, async (uri, variables) => {
      const { client } = await session.connection();
      const text = await read(client, idOf(variables));
      if (text.length > maxCharacters)
        throw new Error('The document is larger than a megabyte: use scangate sbom.');
      return { contents: [{ uri: uri.href, mimeType, text }] };
    });
  }
};
