import type { ArgumentsOf, BodyOfResponse } from '@scangate/client';
import type { CommandContext } from '../commands/command.ts';
import type { rulesCheckFlags } from '../commands/policy.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { columnTable, type Column } from '../output/column-table.ts';
import { printable, printableJson } from '../output/terminal.ts';
import { readPolicyFile } from '../policy/read-policy-file.ts';
import { connect } from '../settings/connection.ts';

type Trial = BodyOfResponse<'simulate-rules', 200>;
type RulesToTry = ArgumentsOf<'simulate-rules'>[0]['body'];

const columns: readonly Column[] = [
  { title: 'RULE', keeps: 'start', leastColumns: 0 },
  { title: 'SEVERITY', keeps: 'start', leastColumns: 0 },
  { title: 'FINDINGS', keeps: 'start', leastColumns: 0 },
  { title: 'FIRST AT', keeps: 'end', leastColumns: 60, shrinksTo: 12 },
];

const shortHash = 12;

const scanText = (
  { fullName, commitHash, wouldFail, rules, gaps }: Trial['scans'][number],
  width: number | undefined,
): string => {
  const outcome = wouldFail ? 'would fail' : 'would not fail because of them';
  const head = printable(`${fullName} ${commitHash.slice(0, shortHash)}: ${outcome}`);
  const rows = rules.map(({ rule, severity, findings, places: [first] }) => [
    rule,
    severity,
    String(findings),
    first ? `${first.file}:${first.line}` : '',
  ]);
  const missed = gaps.map(({ reason, count = 1 }) => printable(`Not read: ${reason} (${count}).`));
  const table = rows.length === 0 ? 'No findings.' : columnTable(rows, { columns, width });
  return [head, table, ...missed].join('\n');
};

const trialText = ({ tried, scans, notLookedAt }: Trial, width: number | undefined): string => {
  const skipped = notLookedAt.map(({ reason, scans: count }) => `${count} by ${reason}`);
  return [
    tried === 0
      ? 'The rules pass their examples. There was no scan to try them on.'
      : `The rules pass their examples, and were tried on ${tried} scan${tried === 1 ? '' : 's'}.`,
    ...scans.map((scan) => scanText(scan, width)),
    ...(skipped.length > 0 ? [printable(`Not tried: ${skipped.join(', ')}.`)] : []),
  ].join('\n\n');
};

/** `rules check`: tries rules on the commits of the newest scans. @throws CliFailure */
export const checkRules = async (context: CommandContext<typeof rulesCheckFlags>): Promise<ExitCode> => {
  const { flags, terminal, files, interrupted: signal } = context;
  const [file = ''] = context.positionals;
  const given = readPolicyFile(
    file,
    await files.read(file),
    'the file must be an object with the list "rules".',
  );
  const { client } = await connect(context);
  const body = { ...given, ...(flags.scans !== undefined && { scans: flags.scans }) } as RulesToTry;
  const { body: trial } = await client.call('simulate-rules', { body, signal });
  terminal.out(`${flags.json ? printableJson(trial) : trialText(trial, terminal.columns)}\n`);
  return exitCodes.pass;
};
