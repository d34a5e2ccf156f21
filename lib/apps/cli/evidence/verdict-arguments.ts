import { parseArgs } from 'node:util';
import type { RequiredVerdict } from '@scangate/domain/evidence/check-statement';
import { scanTypes } from '@scangate/engines/model/scan-type';
import { thresholds } from '@scangate/engines/model/severity';
import { CliFailure, exitCodes } from '../exit-codes.ts';
import { failingAsBadInput } from '../scan-arguments.ts';

export const verifyVerdictHelp = `Checks a signed verdict offline: a DSSE envelope, a Sigstore bundle, a proof, a release or an auditor pack.

  npm run verify-verdict -- <file> --keys <file> --organization <id> [options]

  --keys <file>         the public key set of the service, from /.well-known/scangate/keys; a key inside the file
                        proves nothing about who signed
  --organization <id>   the organization that must have it
  --repository <name>   the full name or the address of the repository that it must be about
  --commit <hash>       the full hash of the commit that it must be about
  --threshold <name>    the least severe findings that must fail the gate: ${thresholds.join(', ')}
  --max-age <time>      how old the verdict may be, such as 7d, 12h or 30m
  --types <list>        the scan types that must be covered: ${scanTypes.join(', ')}
  --unit <id>           the project unit, for a verdict that is about one alone
  --help

A verdict about a part, some types or one project unit, holds only where --types or --unit names the part. One that
leaves a type out, required and not scanned or not assessed, holds only where --types names other types.
Of an archive it prints which files are signed, and which are only for reading.

Exit codes: 0 it holds, 1 it does not (with the first reason), 2 it cannot be read, or the arguments are wrong.
`;

const options = {
  keys: { type: 'string' },
  organization: { type: 'string' },
  repository: { type: 'string' },
  commit: { type: 'string' },
  threshold: { type: 'string' },
  'max-age': { type: 'string' },
  types: { type: 'string' },
  unit: { type: 'string' },
  help: { type: 'boolean' },
} as const;

export interface VerifyVerdictArguments {
  file: string;
  keys: string;
  required: RequiredVerdict;
}

const bad = (message: string): CliFailure => new CliFailure(exitCodes.badInput, message);

const unitMs: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000 };

const ageOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const [, number = '', unit = ''] = /^(\d{1,6})([dhm])$/.exec(text) ?? [];
  const ms = unitMs[unit];
  if (ms === undefined) throw bad('--max-age is a number of days, hours or minutes, such as 7d, 12h or 30m.');
  return Number(number) * ms;
};

const oneOf = <const T extends readonly string[]>(name: string, text: string, known: T): T[number] => {
  const found = known.find((each) => each === text);
  if (found === undefined) throw bad(`${name} is one of ${known.join(', ')}.`);
  return found;
};

const commitOf = (text: string | undefined): string | undefined => {
  if (text !== undefined && !/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text))
    throw bad('--commit is a full hash of 40 or 64 hexadecimal digits.');
  return text;
};

/** Reads the arguments; undefined for `--help`. @throws CliFailure */
export const verdictArguments = (args: readonly string[]): VerifyVerdictArguments | undefined => {
  const { values, positionals } = failingAsBadInput(() =>
    parseArgs({ args: [...args], options, allowPositionals: true, strict: true }),
  );
  if (values.help) return undefined;
  const [file, ...more] = positionals;
  const { keys, organization, repository, threshold, types, unit } = values;
  if (file === undefined || keys === undefined || organization === undefined || more.length > 0)
    throw bad('Name one file, its --keys and the --organization. See --help.');
  return {
    file,
    keys,
    required: {
      organizationId: organization,
      repository,
      commit: commitOf(values.commit),
      threshold: threshold === undefined ? undefined : oneOf('--threshold', threshold, thresholds),
      maxAgeMs: ageOf(values['max-age']),
      types: types?.split(',').map((type) => oneOf('--types', type.trim(), scanTypes)),
      unit,
    },
  };
};
