import { badFlag } from '../arguments/flags.ts';
import type { CiHost } from '../ci/ci-context.ts';
import { repositoryName } from '../ci/repository-name.ts';
import type { CommandContext } from '../commands/command.ts';
import type { initFlags } from '../commands/init.ts';
import { CliFailure, exitCodes, type ExitCode } from '../exit-codes.ts';
import { readIdentity } from '../login/identity.ts';
import { printableJson, printableLines } from '../output/terminal.ts';
import { cloneAt, originOf, rootOf, type Clone } from '../scan/local-commit.ts';
import { addressOf, clientOf } from '../settings/connection.ts';
import { credentialHere } from '../settings/credential.ts';
import { organizationOf } from '../settings/organization.ts';
import { chooseCi } from './choose-ci.ts';
import type { Pipeline, PipelineValues } from './pipeline.ts';
import { pipelines } from './pipelines/index.ts';
import { isThere, writePipeline } from './write-pipeline.ts';

type InitContext = CommandContext<typeof initFlags>;

/**
 * Pipeline files are YAML, Groovy and Kotlin, and contain shell lines: a value with a character that these interpret
 * is refused.
 */
const checked = (value: string, pattern: RegExp, name: string): string => {
  if (!pattern.test(value)) throw badFlag(`${name} has a character that is not allowed in a pipeline file.`);
  return value;
};

/** The default branch according to origin. */
const defaultBranch = ({ git }: Clone): string => {
  const head = git(['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
  const branch = head?.replace('refs/remotes/origin/', '') ?? '';
  return /^[A-Za-z][\w./-]{0,99}$/.test(branch) ? branch : 'main';
};

/** Finds the organization: the named one, otherwise that of the credential. @throws CliFailure without both. */
const findOrganization = async (context: InitContext): Promise<string> => {
  const named = organizationOf(context);
  if (named !== undefined) return named;
  const address = addressOf(context);
  const credential = credentialHere(context, address);
  const client = credential && clientOf(context, { address, token: credential.token });
  const identity = client && (await readIdentity(client, context.interrupted));
  if (identity?.organization) return identity.organization.organizationId;
  throw badFlag('The organization is missing. Give --organization, or run scangate login first.');
};

const valuesOf = async (context: InitContext, clone: Clone): Promise<PipelineValues> => {
  const organization = await findOrganization(context);
  return {
    url: checked(addressOf(context), /^https?:\/\/[\w.:/~[\]-]+$/, 'The address'),
    organization: checked(organization, /^[\w-]{1,100}$/, 'The organization'),
    version: checked(context.version, /^[\w.-]{1,50}$/, 'The version'),
    branch: defaultBranch(clone),
  };
};

/** Describes what the job installs. A company's own registry may not have it. */
const installStep = ({ version }: PipelineValues): string =>
  `The job installs scangate@${version} from npm. If your registry does not have this package, use the URL of its archive instead.`;

const stepsOf = (pipeline: Pipeline, values: PipelineValues, clone: Clone): string[] => {
  const fullName = repositoryName(originOf(clone));
  const named = (step: string): string =>
    fullName === undefined ? step : step.replaceAll('OWNER/REPO', () => fullName);
  const trust = pipeline.trust?.(values);
  const exchange =
    trust === undefined
      ? []
      : [`Trust the jobs: POST ${values.url}/v1/oidc/trust with\n${JSON.stringify(trust, undefined, 2)}`];
  return [
    ...exchange,
    ...pipeline.steps.map(named),
    installStep(values),
    `Commit ${pipeline.file} and push.`,
  ];
};

interface Written {
  ci: CiHost;
  pipeline: Pipeline;
  values: PipelineValues;
  clone: Clone;
}

const show = ({ terminal, flags }: InitContext, { ci, pipeline, values, clone }: Written): void => {
  const steps = stepsOf(pipeline, values, clone);
  if (flags.json === true) {
    const exit = { code: exitCodes.pass, because: 'pass' };
    const trust = pipeline.trust?.(values);
    terminal.out(`${printableJson({ ci, file: pipeline.file, ...(trust && { trust }), steps, exit })}\n`);
    return;
  }
  terminal.out(`${printableLines(`Wrote ${pipeline.file}.\n\n${steps.join('\n')}`)}\n`);
};

/** `init`: writes the pipeline file of the CI, and lists the remaining steps. @throws CliFailure */
export const init = async (context: InitContext): Promise<ExitCode> => {
  const { flags, environment, directory } = context;
  const clone = cloneAt(directory, environment);
  const root = rootOf(clone);
  if (root === undefined)
    throw new CliFailure(
      exitCodes.badInput,
      'This is not a git repository. Run git init, or change to a clone.',
      'no_repository',
    );
  const ci = flags.ci ?? chooseCi(root, originOf(clone));
  const pipeline = pipelines[ci];
  const values = await valuesOf(context, clone);
  if (isThere(root, pipeline.file) && flags.force !== true) {
    if (flags.json !== true) context.terminal.out(pipeline.text(values));
    throw new CliFailure(
      exitCodes.badInput,
      `${pipeline.file} already exists. Add the job above to it, or overwrite it with --force.`,
      'file_exists',
    );
  }
  writePipeline(root, pipeline.file, pipeline.text(values));
  show(context, { ci, pipeline, values, clone });
  return exitCodes.pass;
};
