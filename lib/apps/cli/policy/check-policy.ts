import type { ArgumentsOf, BodyOfResponse } from '@scangate/client';
import type { CommandContext } from '../commands/command.ts';
import type { policyCheckFlags } from '../commands/policy.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { columnTable, type Column } from '../output/column-table.ts';
import { printable, printableJson, type Terminal } from '../output/terminal.ts';
import { connect } from '../settings/connection.ts';
import { readPolicyFile } from './read-policy-file.ts';

type Simulation = BodyOfResponse<'simulate-gate', 200>;
type GateChange = ArgumentsOf<'simulate-gate'>[0]['body']['policy'];

const columns: readonly Column[] = [
  { title: 'COMMIT', keeps: 'start', leastColumns: 0 },
  { title: 'BRANCH', keeps: 'end', leastColumns: 90, shrinksTo: 8 },
  { title: 'NOW', keeps: 'start', leastColumns: 0, shrinksTo: 12 },
  { title: 'THEN', keeps: 'start', leastColumns: 0, shrinksTo: 12 },
  { title: 'SCAN', keeps: 'start', leastColumns: 120 },
];

const shortHash = 12;

const repositoryText = (
  { repositoryId, judged, flips }: Simulation['repositories'][number],
  name: string | undefined,
  width: number | undefined,
): string => {
  const rows = flips.map(({ scanId, commitHash, branch = '', before, after }) => [
    commitHash.slice(0, shortHash),
    branch,
    `${before.verdict}: ${before.reason}`,
    `${after.verdict}: ${after.reason}`,
    scanId,
  ]);
  const head = printable(`${name ?? repositoryId}: ${flips.length} of ${judged}`);
  return `${head}\n${columnTable(rows, { columns, width })}`;
};

const simulationText = (
  { judged, repositories, notLookedAt }: Simulation,
  names: ReadonlyMap<string, string>,
  { columns: width }: Pick<Terminal, 'columns'>,
): string => {
  const flipped = repositories.filter(({ flips }) => flips.length > 0);
  const flips = flipped.flatMap((repository) => repository.flips);
  const failing = flips.filter(({ after }) => after.verdict === 'FAIL').length;
  const count = `${flips.length} of ${judged} verdict${judged === 1 ? '' : 's'} would flip, ${failing} to FAIL.`;
  const skipped = notLookedAt.map(({ reason, scans }) => `${scans} by ${reason}`);
  return [
    judged === 0 ? 'No scan of this period can be judged again.' : count,
    ...flipped.map((one) => repositoryText(one, names.get(one.repositoryId), width)),
    ...(skipped.length > 0 ? [printable(`Not judged: ${skipped.join(', ')}.`)] : []),
  ].join('\n\n');
};

/** `policy check`: shows which verdicts a change of the gate would flip. @throws CliFailure */
export const checkPolicy = async (context: CommandContext<typeof policyCheckFlags>): Promise<ExitCode> => {
  const { flags, terminal, files, interrupted: signal } = context;
  const [file = ''] = context.positionals;
  // The service validates the fields, and reports those that it refuses.
  const policy = readPolicyFile(file, await files.read(file)) as GateChange;
  const { client } = await connect(context);
  const body = { policy, ...(flags.days !== undefined && { days: flags.days }) };
  const { body: simulation } = await client.call('simulate-gate', { body, signal });
  if (flags.json) {
    terminal.out(`${printableJson(simulation)}\n`);
    return exitCodes.pass;
  }
  const names = new Map<string, string>();
  if (simulation.repositories.some(({ flips }) => flips.length > 0))
    for await (const { repositoryId, fullName } of client.items('list-repositories', { signal }))
      names.set(repositoryId, fullName);
  terminal.out(`${simulationText(simulation, names, terminal)}\n`);
  return exitCodes.pass;
};
