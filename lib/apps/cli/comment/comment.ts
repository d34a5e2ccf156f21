import type { BodyOfResponse } from '@scangate/client';
import { openPullRequest } from '../code-hosts/find-host.ts';
import { HostFailure } from '../code-hosts/code-host.ts';
import { readCi } from '../ci/index.ts';
import type { CommandContext } from '../commands/command.ts';
import type { commentFlags } from '../commands/comment.ts';
import { CliFailure, exitCodes, type ExitCode } from '../exit-codes.ts';
import { printable } from '../output/terminal.ts';
import { connect, type ServiceConnection } from '../settings/connection.ts';
import { writeComment, type CommentOutcome } from './write-comment.ts';

type Context = CommandContext<typeof commentFlags>;

const sentences: Readonly<Record<CommentOutcome, string>> = {
  edited: 'The comment of the pull request is up to date.',
  created: 'The pull request has a comment.',
  newer_commit: 'No comment was written: the pull request has a newer commit.',
  too_many_comments: 'No comment was written: the pull request has more than 5,000 comments.',
};

const ended = ['completed', 'failed', 'cancelled'];

type Scan = BodyOfResponse<'get-scan', 200>;

/** @throws CliFailure before the scan has ended */
const readScan = async ({ client }: ServiceConnection, scanId: string): Promise<Scan> => {
  const { body } = await client.call('get-scan', { params: { scanId } });
  const scan = body as Scan;
  if (!ended.includes(scan.status))
    throw new CliFailure(
      exitCodes.badInput,
      `The scan has not ended: scangate wait ${scanId}`,
      'scan_not_ended',
    );
  return scan;
};

/** @returns what happened, as a sentence. @throws HostFailure */
const writeResult = async (
  context: Context,
  { client }: ServiceConnection,
  { scanId, commitHash, repositoryId, pullRequest }: Scan,
): Promise<string> => {
  const ci = readCi(context);
  const number = context.flags['pull-request'] ?? pullRequest?.number ?? ci?.pullRequest;
  if (number === undefined)
    throw new CliFailure(
      exitCodes.badInput,
      'The scan does not belong to a pull request: give --pull-request.',
      'no_pull_request',
    );
  const { body: repository } = await client.call('get-repository', { params: { repositoryId } });
  const { environment, fetch } = context;
  const host = openPullRequest({ environment, fetch, ci: ci?.host, repositoryUrl: repository.url, number });
  const headers = { Accept: 'text/markdown' };
  const report = await client.text('list-findings', { params: { scanId }, headers });
  return sentences[await writeComment(host, { commitHash, report })];
};

/**
 * Writes the result of a scan as the one comment of its pull request. A failure of the host does not change the exit
 * code.
 */
export const comment = async (context: Context): Promise<ExitCode> => {
  const [scanId = ''] = context.positionals;
  const connection = await connect(context);
  const scan = await readScan(connection, scanId);
  const note = (line: string): void => context.terminal.log(printable(line));
  if (scan.checksBy === 'service') {
    note('No comment was written: the service writes it.');
    return exitCodes.pass;
  }
  try {
    note(await writeResult(context, connection, scan));
  } catch (error) {
    if (!(error instanceof HostFailure)) throw error;
    note(`No comment was written: ${error.message}`);
  }
  return exitCodes.pass;
};
