import type { BodyOfResponse, Client, ItemOf } from '@scangate/client';
import type { diffFlags } from '../commands/stored-scans.ts';
import type { CommandContext } from '../commands/command.ts';
import { CliFailure, exitCodes } from '../exit-codes.ts';
import { printable } from '../output/terminal.ts';
import { waitAgain, waitForScan } from '../scan/wait-for-scan.ts';

type StoredScan = ItemOf<'list-scans'>;

export interface ScanSearch {
  client: Client;
  repositoryId: string;
  context: CommandContext<typeof diffFlags>;
}

/** A scan of the commit itself is preferred to one of a lockfile or an SBOM that was sent. */
const isOfCommit = ({ sourceTrigger }: StoredScan): boolean => sourceTrigger !== 'cli';

/** Finds the newest ended scan of a commit. */
const storedScan = async (
  { client, repositoryId, context }: ScanSearch,
  commit: string,
): Promise<StoredScan | undefined> => {
  let sent: StoredScan | undefined;
  const query = { repositoryId, commit, status: 'completed' as const, limit: 50 };
  for await (const scan of client.items('list-scans', { query, signal: context.interrupted })) {
    if (isOfCommit(scan)) return scan;
    sent ??= scan;
  }
  return sent;
};

const newScan = async (
  { client, repositoryId, context }: ScanSearch,
  commit: string,
): Promise<BodyOfResponse<'create-scan'>> => {
  const body = { repositoryId, commitHash: commit };
  const { body: scan } = await client.call('create-scan', { body, signal: context.interrupted });
  context.terminal.log(`Scan ${printable(scan.scanId)} of ${commit}`);
  const { verdict } = await waitForScan(client, scan.scanId, { settings: {}, commandEnvironment: context });
  if (verdict === null) throw new CliFailure(exitCodes.noVerdict, `Timed out. ${waitAgain(scan.scanId)}`);
  return scan;
};

/** Returns the id of a scan of a commit; creates one with `--scan`. @throws CliFailure when there is none. */
export const scanOfCommit = async (search: ScanSearch, commit: string): Promise<string> => {
  const stored = await storedScan(search, commit);
  if (stored) return stored.scanId;
  if (search.context.flags.scan) return (await newScan(search, commit)).scanId;
  throw new CliFailure(
    exitCodes.badInput,
    `No scan of ${commit} is stored. --scan scans it now, which spends credits.`,
    'scan_not_stored',
  );
};
