import { resolveRepository } from '@scangate/cli/scan/scan-request';
import { cloneAt } from '@scangate/cli/scan/local-commit';
import { repositoryAt } from '@scangate/cli/scan/repository-at';
import * as z from 'zod';
import { fitItems, plainData } from '../plain-data.ts';
import { marked, untrusted } from './shapes.ts';
import { defineTool } from './tool.ts';

export const resolveRepositoryTool = defineTool({
  name: 'resolve_repository',
  title: 'Find a repository',
  description:
    'Finds a connected repository by its full name; defaults to that of the clone in which the server was started.',
  input: z.strictObject({ repository: z.string().max(300).optional().describe('owner/name') }),
  output: z.object({
    ...untrusted,
    repositoryId: z.string(),
    fullName: z.string(),
    defaultBranch: z.string(),
    projectUnits: z.array(z.object({ path: z.string(), type: z.string() })),
    isCut: z.boolean(),
  }),
  async run({ repository }, { connection, context, signal }) {
    const { client, address } = await connection();
    const clone = cloneAt(context.directory, context.environment);
    const flags = { ...context.flags, ...(repository !== undefined && { repository }) };
    const name = repositoryAt({ flags }, clone, undefined);
    const found = await resolveRepository(client, { repository: name, clone }, { address, signal });
    const units = found.projectUnits.map(({ path, type }) => ({ path: path === '' ? '.' : path, type }));
    const { items, isCut } = fitItems(units);
    const { repositoryId, fullName, defaultBranch } = found;
    return {
      ...marked,
      ...plainData({ repositoryId, fullName, defaultBranch }),
      projectUnits: items,
      isCut,
    };
  },
});

const mostUses = 20;

export const searchComponent = defineTool({
  name: 'search_component',
  title: 'Find where a package is used',
  description: 'Lists the repositories whose scanned default branch uses a package, by its package URL.',
  input: z.strictObject({ purl: z.string().max(512).describe('Such as pkg:npm/lodash.') }),
  output: z.object({
    ...untrusted,
    uses: z.array(
      z.object({
        repository: z.string(),
        path: z.string(),
        versions: z.array(z.string()),
        direct: z.boolean(),
      }),
    ),
    isCut: z.boolean(),
  }),
  async run({ purl }, { connection, signal }) {
    const { client } = await connection();
    const { body } = await client.call('find-components', { query: { purl, limit: mostUses }, signal });
    const rows = body.items.map(({ repository, path, uses }) => ({
      repository,
      path: path === '' ? '.' : path,
      versions: [...new Set(uses.map(({ version }) => version ?? 'not pinned'))].slice(0, 10),
      direct: uses.some(({ direct }) => direct),
    }));
    const { items, isCut } = fitItems(rows);
    return { ...marked, uses: items, isCut: isCut || body.nextCursor !== undefined };
  },
});

const pool = z.object({ state: z.enum(['ok', 'low', 'empty']) });

export const creditsAlert = defineTool({
  name: 'credits_alert',
  title: 'See whether credits are running low',
  description: 'Returns whether core and SAST credits are sufficient, low or used up, without numbers.',
  input: z.strictObject({}),
  output: z.object({ plan: z.string(), core: pool, sast: pool }),
  async run(_input, { connection, signal }) {
    const { client } = await connection();
    const { body } = await client.call('get-credits-alert', { signal });
    const { plan, pools } = body;
    return { plan, core: { state: pools.core.state }, sast: { state: pools.sast.state } };
  },
});
