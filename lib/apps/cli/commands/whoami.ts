import { defineCommand } from './command.ts';

export const whoamiCommand = defineCommand({
  name: 'whoami',
  summary: 'Shows whom the credential acts for, and its place.',
  positionals: [],
  flags: {},
  example: 'scangate whoami --json',
  run: async (context) => {
    const { whoamiCommandLine } = await import('../login/whoami-command.ts');
    return whoamiCommandLine(context);
  },
});
