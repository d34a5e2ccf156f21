import { switchFlag } from '../arguments/flags.ts';
import { defineCommand } from './command.ts';

export const loginFlags = {
  'token-stdin': switchFlag('read a token from standard input instead of requesting one'),
} as const;

export const loginCommand = defineCommand({
  name: 'login',
  summary: 'Gets a token for this machine, using a code in the browser.',
  positionals: [],
  flags: loginFlags,
  notes: [
    'Shows a code to enter on a page of the console, where you say what the token may do and for how long. The token is stored in the configuration folder of the user, which nobody else can read, for the address of the service; later commands need no --url.',
    'In CI the token is not used: give the job an identity, or set SCANGATE_TOKEN.',
  ],
  example: 'scangate login --url https://scangate.example',
  run: async (context) => {
    const { loginCommandLine } = await import('../login/login-command.ts');
    return loginCommandLine(context);
  },
});
