import type { BodyOfResponse } from '@scangate/client';
import { badFlag } from '../arguments/flags.ts';
import type { CommandContext } from '../commands/command.ts';
import type { waiveFlags } from '../commands/waive.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { printable, printableJson } from '../output/terminal.ts';
import { connect } from '../settings/connection.ts';
import { readExpiry } from './expiry.ts';
import { readMatch } from './waiver-match.ts';
import { readScope, resolveScope, scopeText, type NamedScope } from './waiver-scope.ts';

type Waiver = BodyOfResponse<'create-waiver', 201>;

const matchText = (match: Waiver['match']): string => {
  const [[kind, text] = ['', ''], [, limit] = []] = Object.entries(match);
  return limit === undefined ? `${kind} ${text}` : `${kind} ${text} in ${limit}`;
};

const waiverText = ({ waiverId, status, match, expiresAt }: Waiver, scope: NamedScope): string => {
  const covered = `${matchText(match)}, for ${scopeText(scope)}, until ${expiresAt}`;
  return status === 'active'
    ? `In force: ${covered}. Waiver ${waiverId}.`
    : `Requested: ${covered}. It has no effect until an owner or admin approves it. Waiver ${waiverId}.`;
};

/** `waive`: waives findings, or requests it. @throws CliFailure */
export const waive = async (context: CommandContext<typeof waiveFlags>): Promise<ExitCode> => {
  const { flags, terminal, now, interrupted: signal } = context;
  const match = readMatch(flags);
  if (flags.reason === undefined) throw badFlag('A waiver needs a reason: give --reason.');
  if (flags.expires === undefined) throw badFlag('A waiver needs an expiry: give --expires.');
  const expiresAt = readExpiry(flags.expires, now());
  const named = readScope(flags.scope, context);
  const { client, address } = await connect(context);
  const scope = await resolveScope(client, named, { address, signal });
  const { body: waiver } = await client.call('create-waiver', {
    body: {
      match,
      reason: flags.reason,
      expiresAt,
      ...(scope.repositoryId !== undefined && { scope }),
      ...(flags.request && { requestOnly: true as const }),
    },
    signal,
  });
  terminal.out(`${flags.json ? printableJson(waiver) : printable(waiverText(waiver, named))}\n`);
  return exitCodes.pass;
};
