import { CliFailure, exitCodes } from '@scangate/cli/exit-codes';
import type { Runner } from './runner.ts';

/** The inputs of action.yml, as they were given. */
export interface Inputs {
  url: string;
  organization: string;
  /** Flags of `scangate scan`, those that were given. */
  flags: string[];
  /** Whether a file of the job is scanned, which has no base to compare with. */
  isArtifact: boolean;
  /** `auto` means the check of a pull request if there is a base, and otherwise the API's verdict. */
  gate: 'auto' | 'api' | 'pull-request';
  comment: boolean;
  sarif: boolean;
  annotations: boolean;
  githubToken: string;
  forks: 'fail' | 'defer';
}

const badInput = (message: string): CliFailure => new CliFailure(exitCodes.badInput, message, 'bad_input');

const choiceOf = <T extends string>(runner: Runner, name: string, choices: readonly [T, ...T[]]): T => {
  const given = runner.input(name);
  const found = given === '' ? choices[0] : choices.find((choice) => choice === given);
  if (found === undefined) throw badInput(`The input ${name} is ${choices.join(' or ')}.`);
  return found;
};

const switchOf = (runner: Runner, name: string): boolean =>
  choiceOf(runner, name, ['true', 'false']) === 'true';

const requiredOf = (runner: Runner, name: string): string => {
  const given = runner.input(name);
  if (given === '') throw badInput(`The input ${name} is required.`);
  return given;
};

/** The inputs that are passed to flags of the same name. */
const flagInputs = ['repository', 'types', 'unit', 'lockfile', 'sbom', 'fail-on', 'timeout'] as const;

/** @throws CliFailure for an invalid value of an input. */
export const readInputs = (runner: Runner): Inputs => ({
  url: requiredOf(runner, 'url'),
  organization: requiredOf(runner, 'organization'),
  flags: flagInputs.flatMap((name) => {
    const value = runner.input(name);
    return value === '' ? [] : [`--${name}=${value}`];
  }),
  isArtifact: runner.input('lockfile') !== '' || runner.input('sbom') !== '',
  gate: choiceOf(runner, 'gate', ['auto', 'api', 'pull-request']),
  comment: switchOf(runner, 'comment'),
  sarif: switchOf(runner, 'sarif'),
  annotations: switchOf(runner, 'annotations'),
  githubToken: runner.input('github-token'),
  forks: choiceOf(runner, 'forks', ['fail', 'defer']),
});
