import { defineCommand } from './command.ts';

export const whoamiCommand = defineCommand({
  name: 'whoami',
  summary: 'Shows who the credential acts for, and where it is from.',
  positionals: [],
  flags: {},
  example: 'scangate whoami --json',
  run: async (context) => {
    const { whoamiCommandLine } = await import('../login/whoami-command.ts');
    return whoamiCommandLine(context);
  },
});
