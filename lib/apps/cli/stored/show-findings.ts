import type { BodyOfResponse, Client, Finding } from '@scangate/client';
import type { CommandContext } from '../commands/command.ts';
import type { findingsFlags } from '../commands/stored-scans.ts';
import { badFlag } from '../arguments/flags.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { findingsTable } from '../output/findings-table.ts';
import { printable, printableJson } from '../output/terminal.ts';
import { wrapLines } from '../output/wrap-lines.ts';
import { connect } from '../settings/connection.ts';
import { readScanId } from './scan-id.ts';

type FindingsContext = CommandContext<typeof findingsFlags>;
type Coverage = BodyOfResponse<'list-findings', 200>['coverage'];

const defaultLimit = 20;
/** The maximum of one request. */
const pageSize = 100;

interface Listed {
  findings: Finding[];
  coverage: Coverage;
  hasMore: boolean;
}

/** Reads pages until enough findings match. */
const list = async (
  client: Client,
  scanId: string,
  { flags, interrupted }: FindingsContext,
): Promise<Listed> => {
  const { severity, kind } = flags;
  const most = flags.all ? Infinity : (flags.limit ?? defaultLimit);
  const isAsked = (finding: Finding): boolean =>
    (severity?.includes(finding.severity) ?? true) && (kind?.includes(finding.kind) ?? true);
  const findings: Finding[] = [];
  let cursor: string | undefined;
  for (;;) {
    const { body } = await client.call('list-findings', {
      params: { scanId },
      query: { limit: pageSize, ...(cursor !== undefined && { cursor }) },
      signal: interrupted,
    });
    findings.push(...body.items.filter(isAsked));
    cursor = body.nextCursor;
    if (cursor !== undefined && findings.length <= most) continue;
    return {
      findings: findings.slice(0, most),
      coverage: body.coverage,
      hasMore: findings.length > most,
    };
  }
};

const unassessedText = (coverage: Coverage): string => {
  const types = [
    ...new Set(coverage.filter(({ status }) => status !== 'assessed').map(({ scanType }) => scanType)),
  ];
  return types.length === 0 ? '' : `\nNot or only partly assessed: ${printable(types.join(', '))}.`;
};

/** `findings`: lists the findings of a scan. @throws CliFailure */
export const showFindings = async (context: FindingsContext): Promise<ExitCode> => {
  const { flags, terminal, positionals, interrupted: signal } = context;
  const scanId = readScanId(positionals[0]);
  if (flags.all && flags.limit !== undefined) throw badFlag('--all and --limit exclude each other.');
  const { client } = await connect(context);
  const answer = await client.call('get-scan', { params: { scanId }, signal });
  const { findings, coverage, hasMore } = await list(client, scanId, context);
  if (flags.json) {
    terminal.out(`${printableJson({ scanId, findings, hasMore, coverage })}\n`);
    return exitCodes.pass;
  }
  const { projectUnits, status } =
    answer.status === 200 ? answer.body : { projectUnits: [], status: undefined };
  const verdict = {
    scanId,
    verdict: status === 'failed' ? ('ERROR' as const) : null,
    coverage,
    projectUnits,
  };
  const isFiltered = flags.severity !== undefined || flags.kind !== undefined;
  const shown =
    findings.length === 0 && isFiltered
      ? 'No matching findings.'
      : findingsTable({ verdict, findings, hasMore }, terminal);
  terminal.out(`${wrapLines(shown + unassessedText(coverage), terminal.columns)}\n`);
  return exitCodes.pass;
};
