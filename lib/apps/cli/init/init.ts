import { badFlag } from '../arguments/flags.ts';
import type { CiHost } from '../ci/ci-context.ts';
import type { CommandContext } from '../commands/command.ts';
import type { initFlags } from '../commands/init.ts';
import { CliFailure, exitCodes, type ExitCode } from '../exit-codes.ts';
import { printableJson, printableLines } from '../output/terminal.ts';
import { cloneAt, originOf, rootOf, type Clone } from '../scan/local-commit.ts';
import { addressOf } from '../settings/connection.ts';
import { organizationOf } from '../settings/organization.ts';
import { chooseCi } from './choose-ci.ts';
import type { Pipeline, PipelineValues } from './pipeline.ts';
import { pipelines } from './pipelines/index.ts';
import { isThere, writePipeline } from './write-pipeline.ts';

type InitContext = CommandContext<typeof initFlags>;

/** Pipeline files are YAML, Groovy and Kotlin, and lines of a shell: a value with a sign of theirs is refused. */
const checked = (value: string, pattern: RegExp, name: string): string => {
  if (!pattern.test(value)) throw badFlag(`${name} has a sign that a pipeline file cannot hold.`);
  return value;
};

/** The branch that origin calls its default one. */
const defaultBranch = ({ git }: Clone): string => {
  const head = git(['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
  const branch = head?.replace('refs/remotes/origin/', '') ?? '';
  return /^[A-Za-z][\w./-]{0,99}$/.test(branch) ? branch : 'main';
};

const valuesOf = (context: InitContext, clone: Clone): PipelineValues => {
  const organization = organizationOf(context);
  if (organization === undefined)
    throw badFlag('The organization is missing. Give --organization, which scangate whoami shows.');
  return {
    url: checked(addressOf(context), /^https?:\/\/[\w.:/~[\]-]+$/, 'The address'),
    organization: checked(organization, /^[\w-]{1,100}$/, 'The organization'),
    version: checked(context.version, /^[\w.-]{1,50}$/, 'The version'),
    branch: defaultBranch(clone),
  };
};

const stepsOf = (pipeline: Pipeline, values: PipelineValues): string[] => {
  const trust = pipeline.trust?.(values);
  const exchange =
    trust === undefined
      ? []
      : [`Trust the jobs: POST ${values.url}/v1/oidc/trust with\n${JSON.stringify(trust, undefined, 2)}`];
  return [...exchange, ...pipeline.steps, `Commit ${pipeline.file} and push.`];
};

interface Written {
  ci: CiHost;
  pipeline: Pipeline;
  values: PipelineValues;
}

const show = ({ terminal, flags }: InitContext, { ci, pipeline, values }: Written): void => {
  const steps = stepsOf(pipeline, values);
  if (flags.json === true) {
    const exit = { code: exitCodes.pass, because: 'pass' };
    const trust = pipeline.trust?.(values);
    terminal.out(`${printableJson({ ci, file: pipeline.file, ...(trust && { trust }), steps, exit })}\n`);
    return;
  }
  terminal.out(`${printableLines(`Wrote ${pipeline.file}.\n\n${steps.join('\n')}`)}\n`);
};

/** `init`: writes the pipeline file of the CI, and says what is left to do. @throws CliFailure */
export const init = async (context: InitContext): Promise<ExitCode> => {
  const { flags, environment, directory } = context;
  const clone = cloneAt(directory, environment);
  const root = rootOf(clone);
  if (root === undefined)
    throw new CliFailure(
      exitCodes.badInput,
      'This is no git repository. Run git init, or change into a clone.',
      'no_repository',
    );
  const ci = flags.ci ?? chooseCi(root, originOf(clone));
  const pipeline = pipelines[ci];
  const values = valuesOf(context, clone);
  if (isThere(root, pipeline.file) && flags.force !== true) {
    if (flags.json !== true) context.terminal.out(pipeline.text(values));
    throw new CliFailure(
      exitCodes.badInput,
      `${pipeline.file} is there already. Add the job above to it, or overwrite it with --force.`,
      'file_exists',
    );
  }
  writePipeline(root, pipeline.file, pipeline.text(values));
  show(context, { ci, pipeline, values });
  return exitCodes.pass;
};
