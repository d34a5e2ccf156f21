import { ResourceTemplate, type McpServer, type Variables } from '@modelcontextprotocol/server';
import type { Client } from '@scangate/client';
import { plainData } from './plain-data.ts';
import type { Session } from './session.ts';

interface Resource {
  name: string;
  title: string;
  mimeType: string;
  read: (client: Client, scanId: string) => Promise<string>;
}

/** The answers of tools have 32 KB; a document has more room, and a host reads it only when somebody asks. */
const maxCharacters = 1_000_000;

/** Text of repositories stands in the values; every sign of them can be seen. */
const json = (value: unknown): string => JSON.stringify(plainData(value));

const resources: readonly Resource[] = [
  {
    name: 'verdict',
    title: 'The verdict of a scan',
    mimeType: 'application/json',
    read: async (client, scanId) => {
      const verdict = await client.waitForVerdict(scanId, { timeoutSeconds: 1 });
      return json({ untrusted: true, ...verdict });
    },
  },
  {
    name: 'report',
    title: 'The report of a scan',
    mimeType: 'text/markdown',
    read: (client, scanId) =>
      client.text('list-findings', { params: { scanId }, headers: { Accept: 'text/markdown' } }),
  },
  {
    name: 'sbom',
    title: 'The SBOM of a scan, as CycloneDX',
    mimeType: 'application/vnd.cyclonedx+json',
    read: (client, scanId) => client.text('get-sbom', { params: { scanId } }),
  },
];

const idOf = ({ scanId }: Variables): string => (Array.isArray(scanId) ? (scanId[0] ?? '') : (scanId ?? ''));

/** Registers what can be read of a scan by its id. */
export const registerResources = (server: McpServer, session: Session): void => {
  for (const { name, title, mimeType, read } of resources) {
    const template = new ResourceTemplate(`scangate://scans/{scanId}/${name}`, { list: undefined });
    server.registerResource(name, template, { title, mimeType }, async (uri, variables) => {
      const { client } = await session.connection();
      const text = await read(client, idOf(variables));
      if (text.length > maxCharacters)
        throw new Error('The document is larger than a megabyte: scangate sbom writes it.');
      return { contents: [{ uri: uri.href, mimeType, text }] };
    });
  }
};
