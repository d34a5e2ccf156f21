import type { RequiredVerdict } from '@scangate/domain/evidence/check-statement';
import { minuteMs, hourMs, dayMs } from '@scangate/domain/instant';
import type { CommandContext } from '../commands/command.ts';
import { CliFailure, exitCodes } from '../exit-codes.ts';
import { organizationOf } from '../settings/organization.ts';
import type { attestationFlags } from './verify-flags.ts';

export interface VerifyVerdictArguments {
  file: string;
  keys: string;
  required: RequiredVerdict;
}

const bad = (message: string): CliFailure => new CliFailure(exitCodes.badInput, message);

const unitMs: Readonly<Record<string, number>> = { d: dayMs, h: hourMs, m: minuteMs };

const ageOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const [, number = '', unit = ''] = /^(\d{1,6})([dhm])$/.exec(text) ?? [];
  const ms = unitMs[unit];
  if (ms === undefined) throw bad('--max-age is a number of days, hours or minutes, such as 7d, 12h or 30m.');
  return Number(number) * ms;
};

const commitOf = (text: string | undefined): string | undefined => {
  if (text !== undefined && !/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text))
    throw bad('--commit is a full hash of 40 or 64 hexadecimal digits.');
  return text;
};

/** Parses the flags as a whole. @throws CliFailure */
export const verdictArguments = (
  context: Pick<CommandContext<typeof attestationFlags>, 'flags' | 'positionals' | 'environment'>,
): VerifyVerdictArguments => {
  const { flags, positionals } = context;
  const [file = ''] = positionals;
  const { keys, repository, threshold, types, unit } = flags;
  const organization = organizationOf(context);
  if (keys === undefined || organization === undefined)
    throw bad('Name one file, its --keys and the --organization. See scangate verify attestation --help.');
  return {
    file,
    keys,
    required: {
      organizationId: organization,
      repository,
      commit: commitOf(flags.commit),
      threshold,
      maxAgeMs: ageOf(flags['max-age']),
      types,
      unit,
    },
  };
};
