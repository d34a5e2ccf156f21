import { readFileSync } from 'node:fs';
import { hostConnections } from '#adapters/outbound/host-connections.ts';
import { sourceLimits } from '@scangate/engines/model/source-files';
import { gitClient, GitFailure } from '@scangate/git';

/** Fetches a commit in a process of its own, and tells the refusal, the time until it, and the memory. */
const { url, commitHash } = JSON.parse(readFileSync(0, 'utf8')) as { url: string; commitHash: string };
const allowed = new Set(['loopback'] as const);
const client = gitClient({ allowed, connect: hostConnections({ allowedAt: () => allowed }) });
const { signal } = new AbortController();
const startedAt = performance.now();
const refusal = await client
  .fetchCommit({ location: { url }, commitHash, limits: sourceLimits, checksSize: true }, signal)
  .then(
    () => 'none',
    (error: unknown) => (error instanceof GitFailure ? error.message : `unexpected: ${String(error)}`),
  );
const seconds = (performance.now() - startedAt) / 1000;
const megabytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ refusal, seconds, megabytes }));
process.exit();
