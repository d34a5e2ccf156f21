import type { CommandContext } from '../commands/command.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { printable, printableJson } from '../output/terminal.ts';
import { addressOf } from '../settings/connection.ts';
import { forgetLogin, storedLogin } from '../settings/stored-credential.ts';
import { revokeStored, type Revocation } from './revoke-stored.ts';

const texts: Readonly<Record<Revocation | 'none', string>> = {
  none: 'You are not logged in.',
  revoked: 'Logged out. The token is revoked.',
  not_ours:
    'Logged out. You provided this token yourself, so it stays valid: revoke it in the console if nothing else uses it.',
  not_permitted:
    'Logged out. The token may not revoke itself: revoke it in the console, or it stays valid until it expires.',
  out_of_reach: 'Logged out here, but the service did not answer: revoke the token in the console.',
};

/** `logout`: deletes the token of the address, and revokes it if `login` issued it. @throws CliFailure */
export const logoutCommandLine = async (context: CommandContext): Promise<ExitCode> => {
  const { flags, terminal, environment } = context;
  const address = addressOf(context);
  const login = storedLogin(environment, address);
  const outcome = login ? await revokeStored(context, { address, login }) : 'none';
  if (login) forgetLogin(context, address);
  const code = outcome === 'out_of_reach' ? exitCodes.noVerdict : exitCodes.pass;
  const message = texts[outcome];
  if (flags.json === true)
    terminal.out(`${printableJson({ address, exit: { code, because: outcome, message } })}\n`);
  else terminal.out(`${printable(message)}\n`);
  return code;
};
