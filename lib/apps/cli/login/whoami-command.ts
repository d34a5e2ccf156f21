import type { CommandContext } from '../commands/command.ts';
import { dayOf } from '@scangate/domain/instant';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { printable, printableJson } from '../output/terminal.ts';
import { connect } from '../settings/connection.ts';
import { identityText, readIdentity } from './identity.ts';

/** `whoami`: shows the identity of the credential, and where the credential comes from. @throws CliFailure */
export const whoamiCommandLine = async (context: CommandContext): Promise<ExitCode> => {
  const { flags, terminal, interrupted } = context;
  const { client, address, credential } = await connect(context);
  const identity = await readIdentity(client, interrupted);
  const { from, title, expiresAt } = credential;
  if (flags.json === true) {
    const exit = { code: exitCodes.pass, because: 'pass' };
    terminal.out(`${printableJson({ address, ...identity, credential: { from, expiresAt }, exit })}\n`);
    return exitCodes.pass;
  }
  const until = expiresAt === undefined ? '' : `, until ${dayOf(expiresAt)}`;
  for (const line of [
    identityText(identity),
    ...(identity.organization ? [`organization: ${identity.organization.organizationId}`] : []),
    `service: ${address}`,
    `credential: ${title}${until}`,
  ])
    terminal.out(`${printable(line)}\n`);
  return exitCodes.pass;
};
