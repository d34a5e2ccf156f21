import type { BodyOfResponse } from '@scangate/client';
import { badFlag } from '../arguments/flags.ts';
import type { CommandContext } from '../commands/command.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { printable, printableJson, table } from '../output/terminal.ts';
import { connect } from '../settings/connection.ts';
import { readArtifact } from './artifact.ts';
import type { targetFlags } from './scan-flags.ts';
import { resolveRepository, scanRequestOf, withUpload } from './scan-request.ts';
import { findTarget } from './scan-target.ts';

type Quote = BodyOfResponse<'quote-scan', 200>;

const costOf = ({ core, sast }: Quote['price']): string =>
  `${core} core${sast > 0 ? ` and ${sast} SAST` : ''} credit${core + sast === 1 ? '' : 's'}`;

const unitRows = ({ projectUnits }: Quote): string[][] =>
  projectUnits.map(({ path, type, charge }) => [`  ${path === '' ? '.' : path}`, type, costOf(charge)]);

const refusalLines = ({ refusal }: Quote): string[] => {
  if (!refusal) return [];
  const { code = refusal.gate, detail, pool, remedy } = refusal;
  const about = pool === undefined ? '' : ` (pool ${pool})`;
  return [`The scan would be refused: ${code}${about}. ${detail ?? ''} ${remedy ?? ''}`.trim()];
};

const quoteText = (quote: Quote): string => {
  const { price, scanTypes, skippedScanTypes, balance, laterCharges, laterRefunds } = quote;
  const rows = unitRows(quote);
  const known = quote.gates.find(({ scanId }) => scanId !== undefined)?.scanId;
  const lines = [
    known === undefined
      ? `The scan costs ${costOf(price)}.`
      : `An equal scan is returned at no cost: ${known}`,
    `Scan types: ${scanTypes.join(', ')}`,
    ...skippedScanTypes.map(({ scanType, reason }) => `Not scanned: ${scanType} (${reason})`),
    `Credits: core ${balance.core.before} now, ${balance.core.after} afterwards; SAST ${balance.sast.before} now, ${balance.sast.after} afterwards`,
    ...(laterCharges ? [laterCharges.detail] : []),
    ...(laterRefunds ? [laterRefunds.detail] : []),
    ...refusalLines(quote),
  ];
  const text = lines.map((line) => `${printable(line)}\n`).join('');
  return rows.length === 0 ? text : `${text}${table(rows)}\n`;
};

/** `quote`: shows what a scan would cost. @throws CliFailure */
export const quote = async (context: CommandContext<typeof targetFlags>): Promise<ExitCode> => {
  const { flags, terminal, interrupted: signal } = context;
  const target = findTarget(context);
  const artifact = await readArtifact(context, target.clone);
  if (artifact && flags.base !== undefined)
    throw badFlag('--base is a commit; a lockfile or an SBOM cannot be compared with one.');
  const { client, address } = await connect(context);
  for (const note of target.notes) terminal.log(printable(note));
  const repository = await resolveRepository(client, target, { address, signal });
  const parts = { flags, target, artifact };
  const body = await withUpload(scanRequestOf(parts, repository), parts, { client, signal });
  const { body: answer } = await client.call('quote-scan', { body, signal });
  const code = answer.refusal ? exitCodes.billing : exitCodes.pass;
  const because = answer.refusal?.code ?? 'quoted';
  if (flags.json) terminal.out(`${printableJson({ quote: answer, exit: { code, because } })}\n`);
  else terminal.out(quoteText(answer));
  return code;
};
