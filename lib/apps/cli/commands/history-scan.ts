import { numberFlag, switchFlag, textFlag } from '../arguments/flags.ts';
import { defineCommand } from './command.ts';

export const historyFlags = {
  'max-credits': numberFlag('N', { least: 0, most: 1_000 }, 'accept the quote if it is at most this'),
  cancel: textFlag('ID', 'cancel this history scan: what was not looked at is refunded'),
  'no-wait': switchFlag('do not wait for the end of the look'),
  timeout: numberFlag('S', { least: 1, most: 86_400 }, 'the longest wait in seconds (3600)'),
  interval: numberFlag('S', { least: 1, most: 600 }, 'the seconds between two questions (10)'),
} as const;

export const historyScanCommand = defineCommand({
  name: 'history-scan',
  summary: 'Looks at the whole history for secrets, once.',
  positionals: [],
  flags: historyFlags,
  notes: [
    'Without --max-credits it quotes the price, and spends nothing. A core credit pays for 10,000 versions of files of all branches and tags.',
    'There is no verdict: it ends with 0 whatever it finds. The secrets are findings of the repository.',
  ],
  example: 'scangate history-scan --max-credits 5',
  run: async (context) => {
    const { scanHistory } = await import('../history/scan-history.ts');
    return scanHistory(context);
  },
});
