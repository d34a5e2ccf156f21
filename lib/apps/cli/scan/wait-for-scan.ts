import type { Client, VerdictPayload } from '@scangate/client';
import type { CommandEnvironment } from '../commands/command-environment.ts';
import { CliFailure, exitCodes } from '../exit-codes.ts';
import { followUnits } from '../output/progress.ts';

export interface WaitSettings {
  timeoutSeconds?: number | undefined;
  intervalSeconds?: number | undefined;
  cancelOnInterrupt?: boolean | undefined;
}

/** Says how to wait again for a scan after waiting was stopped. */
export const waitAgain = (scanId: string): string => `The scan is still running: scangate wait ${scanId}`;

const cancel = async (client: Client, scanId: string): Promise<string> => {
  try {
    await client.call('cancel-scan', { params: { scanId } });
    return 'The scan was canceled.';
  } catch {
    return `The scan cannot be cancelled. ${waitAgain(scanId)}`;
  }
};

/** Waits for a verdict and shows progress. @throws CliFailure after Ctrl-C, and what the client throws. */
export const waitForScan = async (
  client: Client,
  scanId: string,
  {
    settings,
    commandEnvironment,
  }: {
    settings: WaitSettings;
    commandEnvironment: Pick<CommandEnvironment, 'terminal' | 'interrupted' | 'elapsedMs'>;
  },
): Promise<VerdictPayload> => {
  const { interrupted, terminal } = commandEnvironment;
  const progress = followUnits(commandEnvironment);
  const { timeoutSeconds, intervalSeconds, cancelOnInterrupt } = settings;
  try {
    return await client.waitForVerdict(scanId, {
      ...(timeoutSeconds !== undefined && { timeoutSeconds }),
      ...(intervalSeconds !== undefined && { intervalSeconds }),
      signal: interrupted,
      onUnitChange: progress.show,
    });
  } catch (error) {
    if (!interrupted.aborted) {
      terminal.log(waitAgain(scanId));
      throw error;
    }
    const rest = cancelOnInterrupt ? await cancel(client, scanId) : waitAgain(scanId);
    throw new CliFailure(exitCodes.noVerdict, `Interrupted. ${rest}`, 'interrupted');
  } finally {
    progress.end();
  }
};
