import type { CommandContext } from '../commands/command.ts';
import type { sbomFlags } from '../commands/stored-scans.ts';
import { CliFailure, exitCodes, type ExitCode } from '../exit-codes.ts';
import { printableLines } from '../output/terminal.ts';
import { sbomMediaTypes } from '../scan/report-formats.ts';
import { connect } from '../settings/connection.ts';
import { readScanId } from './scan-id.ts';

/** The service streams an SBOM while it reads the scan, so a response can break off. */
const requireWhole = (text: string): void => {
  try {
    JSON.parse(text);
  } catch {
    throw new CliFailure(exitCodes.noVerdict, 'The SBOM was truncated. Try again.', 'answer_broke_off');
  }
};

/** `sbom`: writes the SBOM of a scan to standard output. @throws CliFailure */
export const writeSbom = async (context: CommandContext<typeof sbomFlags>): Promise<ExitCode> => {
  const { flags, terminal, positionals, interrupted: signal } = context;
  const scanId = readScanId(positionals[0]);
  const { client } = await connect(context);
  const headers = { Accept: sbomMediaTypes[flags.spdx ? 'spdx' : 'cyclonedx'] };
  const text = await client.text('get-sbom', { params: { scanId }, headers, signal });
  requireWhole(text);
  terminal.out(printableLines(text.endsWith('\n') ? text : `${text}\n`));
  return exitCodes.pass;
};
