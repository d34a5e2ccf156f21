import { waitFlags } from '../scan/scan-flags.ts';
import { defineCommand } from './command.ts';

export const waitCommand = defineCommand({
  name: 'wait',
  summary: 'Waits for the verdict of a scan that goes on.',
  positionals: [{ name: 'ID', isRequired: true }],
  flags: waitFlags,
  example: 'scangate wait 0197c0de-0000-7000-8000-000000000001 --timeout 600',
  run: async (context) => {
    const { waitCommandLine } = await import('../scan/wait-command.ts');
    return waitCommandLine(context);
  },
});
