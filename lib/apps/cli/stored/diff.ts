import type { Client } from '@scangate/client';
import { badFlag } from '../arguments/flags.ts';
import { readCi } from '../ci/index.ts';
import type { CommandContext } from '../commands/command.ts';
import type { diffFlags } from '../commands/stored-scans.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { printableJson } from '../output/terminal.ts';
import { wrapLines } from '../output/wrap-lines.ts';
import { cloneAt, commitNamed } from '../scan/local-commit.ts';
import { repositoryAt } from '../scan/repository-at.ts';
import { resolveRepository } from '../scan/scan-request.ts';
import { connect } from '../settings/connection.ts';
import { comparisonText } from './comparison-text.ts';
import { isScanId } from './scan-id.ts';
import { scanOfCommit } from './stored-scan.ts';

type DiffContext = CommandContext<typeof diffFlags>;

interface Sides {
  base: string;
  head: string;
}

const same = (): Error => badFlag('BASE and HEAD are the same.');

/** Returns the ids of the scans of two commits, found before any request. @throws CliFailure */
const commitsOf = ({ positionals, directory, environment, flags }: DiffContext) => {
  const [first = '', second = ''] = positionals;
  const clone = cloneAt(directory, environment);
  const sides = { base: commitNamed(first, clone, 'BASE'), head: commitNamed(second, clone, 'HEAD') };
  if (sides.base === sides.head) throw same();
  const ci = readCi({ environment, directory });
  return { sides, clone, repository: repositoryAt({ flags }, clone, ci) };
};

const scansOfCommits = async (
  context: DiffContext,
  commits: ReturnType<typeof commitsOf>,
  { client, address }: { client: Client; address: string },
): Promise<Sides> => {
  const { sides, ...named } = commits;
  const { repositoryId } = await resolveRepository(client, named, { address, signal: context.interrupted });
  const search = { client, repositoryId, context };
  const base = await scanOfCommit(search, sides.base);
  return { base, head: await scanOfCommit(search, sides.head) };
};

/** `diff`: compares the scans of two commits, or two scans. @throws CliFailure */
export const diff = async (context: DiffContext): Promise<ExitCode> => {
  const { flags, terminal, positionals, interrupted: signal } = context;
  const [first = '', second = ''] = positionals.map((text) => text.toLowerCase());
  const areScans = isScanId(first) && isScanId(second);
  if (isScanId(first) !== isScanId(second)) throw badFlag('BASE and HEAD are two commits, or two scan ids.');
  if (areScans && first === second) throw same();
  const commits = areScans ? undefined : commitsOf(context);
  const { client, address } = await connect(context);
  const { base, head } = commits
    ? await scansOfCommits(context, commits, { client, address })
    : { base: first, head: second };
  const { body } = await client.call('compare-scans', {
    params: { scanId: head },
    query: { with: base },
    signal,
  });
  const shown = flags.json
    ? printableJson(body)
    : wrapLines(comparisonText(body, terminal), terminal.columns);
  terminal.out(`${shown}\n`);
  return exitCodes.pass;
};
