import { numberFlag, switchFlag, textFlag } from '../arguments/flags.ts';
import { defineCommand } from './command.ts';

export const historyFlags = {
  'max-credits': numberFlag('N', { least: 0, most: 1_000 }, 'accept the quote if it is at most this'),
  cancel: textFlag('ID', 'cancel this history scan; unscanned parts are refunded'),
  'no-wait': switchFlag('do not wait for the end of the scan'),
  timeout: numberFlag('S', { least: 1, most: 86_400 }, 'the longest wait in seconds (3600)'),
  interval: numberFlag('S', { least: 1, most: 600 }, 'the polling interval in seconds (10)'),
} as const;

export const historyScanCommand = defineCommand({
  name: 'history-scan',
  summary: 'Scans the whole history for secrets, once.',
  positionals: [],
  flags: historyFlags,
  notes: [
    'Without --max-credits it only quotes the price. One core credit pays for 10,000 file versions across all branches and tags.',
    'There is no verdict: it exits with 0 whatever it finds. The secrets become findings of the repository.',
  ],
  example: 'scangate history-scan --max-credits 5',
  run: async (context) => {
    const { scanHistory } = await import('../history/scan-history.ts');
    return scanHistory(context);
  },
});
