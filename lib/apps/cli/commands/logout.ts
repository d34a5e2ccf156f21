import { defineCommand } from './command.ts';

export const logoutCommand = defineCommand({
  name: 'logout',
  summary: 'Deletes the token of scangate login, and revokes it.',
  positionals: [],
  flags: {},
  notes: ['A token that was given with --token-stdin is deleted, but not revoked.'],
  example: 'scangate logout',
  run: async (context) => {
    const { logoutCommandLine } = await import('../login/logout-command.ts');
    return logoutCommandLine(context);
  },
});
