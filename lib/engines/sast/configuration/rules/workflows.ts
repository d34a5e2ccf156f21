import { entriesOf, entryOf, entryWhere, isTrue, textOf, textsOf, valueAt } from '../config-node.ts';
import type { ConfigurationRule } from '../configuration-rule.ts';
import type { Job, Workflow } from '../subjects/workflow.ts';
import { workflow } from './workflow-samples.ts';

const steps = '      - run: make\n';

/** Rules for workflow jobs. */
export const jobRules: readonly ConfigurationRule<Job>[] = [
  {
    id: 'gha-self-hosted-runner',
    cwe: 'CWE-829',
    severity: 'low',
    confidence: 'low',
    title: 'Pull requests run on a self-hosted runner',
    message:
      'If forks can open pull requests, their code runs on this machine, and may persist there for later jobs.',
    help: 'Run pull requests on hosted or ephemeral runners, and require approval for outside contributors.',
    find: ({ node, workflow: { events } }) => {
      const entry = entryOf(node, 'runs-on');
      const labels = [...textsOf(entry?.value), ...textsOf(valueAt(entry?.value, 'labels'))];
      return entry && labels.includes('self-hosted') && events.has('pull_request') ? [entry] : [];
    },
    positives: [
      [
        '.github/workflows/a.yml',
        'on: [pull_request]\njobs:\n  a:\n    runs-on: [self-hosted, linux] # HERE\n    steps: []\n',
      ],
      [
        '.github/workflows/a.yml',
        'on:\n  pull_request:\njobs:\n  a:\n    runs-on: # HERE\n      labels: self-hosted\n',
      ],
    ],
    negatives: [
      ['.github/workflows/a.yml', 'on: push\njobs:\n  a:\n    runs-on: self-hosted\n    steps: []\n'],
      workflow(steps, { on: 'pull_request' }),
    ],
  },
  {
    id: 'gha-inherited-secrets',
    cwe: 'CWE-522',
    severity: 'low',
    confidence: 'low',
    title: 'Third-party workflow inherits all secrets',
    message:
      'The called workflow gets every secret of this repository, including those that it does not need.',
    help: 'Pass each secret that the called workflow needs by name.',
    find: ({ node }) =>
      textOf(valueAt(node, 'uses')).startsWith('./')
        ? []
        : entryWhere(node, 'secrets', (value) => value === 'inherit'),
    positives: [
      [
        '.github/workflows/a.yml',
        'on: push\njobs:\n  a:\n    uses: acme/ci/.github/workflows/b.yml@v1\n    secrets: inherit # HERE\n',
      ],
    ],
    negatives: [
      [
        '.github/workflows/a.yml',
        'on: push\njobs:\n  a:\n    uses: ./.github/workflows/b.yml\n    secrets: inherit\n',
      ],
      [
        '.github/workflows/a.yml',
        'on: push\njobs:\n  a:\n    uses: acme/ci/.github/workflows/b.yml@v1\n    secrets:\n      key: ${{ secrets.KEY }}\n',
      ],
    ],
  },
];

/** The parts of a workflow that hold variables: the workflow, each job and each step. */
const environmentsOf = ({ node, jobs, steps: all }: Workflow) =>
  [node, ...jobs.map((job) => job.node), ...all.map((step) => step.node)].map((each) => valueAt(each, 'env'));

/** Rules for a workflow or a composite action as a whole. */
export const workflowRules: readonly ConfigurationRule<Workflow>[] = [
  {
    id: 'gha-write-all',
    cwe: 'CWE-250',
    severity: 'medium',
    title: 'Token with write access to everything',
    message:
      'Every step and action of the job can change code, releases, packages and settings of the repository.',
    help: 'Grant only what the job needs, such as contents: read.',
    find: ({ node, jobs }) =>
      [node, ...jobs.map((job) => job.node)].flatMap((each) =>
        entryWhere(each, 'permissions', (value) => value === 'write-all'),
      ),
    positives: [
      workflow(steps, { top: 'permissions: write-all # HERE\n' }),
      workflow(steps, { job: '    permissions: write-all # HERE\n' }),
    ],
    negatives: [workflow(steps), workflow(steps, { top: 'permissions: read-all\n' })],
  },
  {
    id: 'gha-default-permissions',
    cwe: 'CWE-276',
    severity: 'low',
    confidence: 'low',
    title: 'Token permissions not stated',
    message:
      'The token has the default permissions of the organization, which can be write access to everything.',
    help: 'State permissions for the workflow or for each job; contents: read is enough for most.',
    find: ({ node, jobs, isAction }) => {
      const isStated =
        entryOf(node, 'permissions') !== undefined ||
        jobs.every((job) => entryOf(job.node, 'permissions') !== undefined);
      const entry = entryOf(node, 'jobs');
      return isAction || isStated || !entry
        ? []
        : [{ start: entry.start, end: entry.start + entry.key.length }];
    },
    positives: [workflow(steps, { top: '' })],
    negatives: [
      workflow(steps),
      workflow(steps, { top: '', job: '    permissions: {}\n' }),
      ['action.yml', 'runs:\n  using: node24\n  main: a.js\n'],
    ],
  },
  {
    id: 'gha-unsafe-commands',
    cwe: 'CWE-94',
    severity: 'medium',
    title: 'Deprecated runner commands allowed',
    message:
      'Anyone who can put text into the output of a step can set variables such as PATH for the following steps.',
    help: 'Remove the variable, and write to $GITHUB_ENV and $GITHUB_PATH.',
    find: (whole) =>
      environmentsOf(whole)
        .flatMap(entriesOf)
        .filter(({ key, value }) => key === 'ACTIONS_ALLOW_UNSECURE_COMMANDS' && isTrue(value)),
    positives: [
      workflow(steps, { job: '    env:\n      ACTIONS_ALLOW_UNSECURE_COMMANDS: true # HERE\n' }),
      workflow("      - run: make\n        env:\n          ACTIONS_ALLOW_UNSECURE_COMMANDS: 'true' # HERE\n"),
    ],
    negatives: [workflow(steps, { job: '    env:\n      ACTIONS_ALLOW_UNSECURE_COMMANDS: false\n' })],
  },
];
