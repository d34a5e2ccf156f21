import type { CommandContext } from '../commands/command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { connect } from '../settings/connection.ts';
import { withFileSettings } from '../settings/file-settings.ts';
import { endScan } from './end-scan.ts';
import { requestedReports, requireOutputDirectories } from './requested-reports.ts';
import type { waitFlags } from './scan-flags.ts';
import { waitForScan } from './wait-for-scan.ts';

/** `wait`: waits for the verdict of a scan and shows it. @throws CliFailure */
export const waitCommandLine = async (given: CommandContext<typeof waitFlags>): Promise<ExitCode> => {
  const context = await withFileSettings(given);
  const {
    flags,
    positionals: [scanId = ''],
  } = context;
  requireOutputDirectories(requestedReports(flags), context.directory);
  const { client } = await connect(context);
  const settings = { timeoutSeconds: flags.timeout, intervalSeconds: flags.interval };
  const verdict = await waitForScan(client, scanId, { settings, commandEnvironment: context });
  return endScan({ client, verdict }, context);
};
