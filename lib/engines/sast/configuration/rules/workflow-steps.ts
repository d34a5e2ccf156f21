import { isFalse, textOf, textsBelow, valueAt, type ConfigNode, type Spot } from '../config-node.ts';
import type { ConfigurationRule } from '../configuration-rule.ts';
import { readExpression, type ReadValue } from '../readers/read-expression.ts';
import { expressionsIn, type Step } from '../subjects/workflow.ts';
import { actorRules } from './workflow-actors.ts';
import { downloadToShell, unverifiedTls, type ScriptSearch } from './shell.ts';
import { isInput, isOfOutsiders } from './untrusted-values.ts';
import { referenceRules } from './workflow-references.ts';
import { script, workflow } from './workflow-samples.ts';

const inScripts = (step: Step, isFound: (value: ReadValue) => boolean): Spot[] =>
  step.scripts
    .flatMap((node) => expressionsIn(node, step.workflow))
    .filter(({ content }) => readExpression(content).some(isFound));

/** Returns the text of a setting, and its values as they are usually spelled. */
const spelledOut = (step: Step, node: ConfigNode | undefined): string =>
  [
    textOf(node),
    ...expressionsIn(node, step.workflow)
      .flatMap(({ content }) => readExpression(content))
      .map(({ path }) => path.join('.')),
  ].join(' ');

/** Returns the place of a match in a script, so that a finding names its line. */
const inRun = ({ node, workflow: { text } }: Step, search: ScriptSearch): Spot[] => {
  const run = valueAt(node, 'run');
  if (run?.kind !== 'text' || search(run.value) === -1) return [];
  const start = run.start + Math.max(0, search(text.slice(run.start, run.end)));
  return [{ start, end: Math.min(run.end, start + 200) }];
};

/** Rules for the steps of workflows and composite actions. */
export const stepRules: readonly ConfigurationRule<Step>[] = [
  {
    id: 'gha-script-injection',
    cwe: 'CWE-94',
    severity: 'high',
    title: 'Untrusted text in a workflow script',
    message:
      'An expression is expanded into the script before it runs: a title, branch name or message with shell syntax runs commands with the token and the secrets of the job.',
    help: 'Pass the value to the step through env, and use it as a quoted variable ("$TITLE") in the script.',
    find: (step) => inScripts(step, isOfOutsiders),
    positives: [
      script('echo "${{ github.event.issue.title }}" # HERE', 'issues'),
      script('git checkout ${{ github.head_ref }} # HERE', 'pull_request'),
      script('echo ${{ toJSON(github.event) }} # HERE', 'issue_comment'),
      script("echo ${{ github.event.commits[0].message || '' }} # HERE"),
      script("echo ${{ github.event_name == 'push' && github.ref_name || GitHub.Head_Ref }} # HERE"),
      script("echo ${{ github['event'] . issue['title'] }} ${{ '}}' && 1 }} # HERE"),
      script("echo ${{ '}}' && github.head_ref }} # HERE"),
      script('echo ${{ toJSON(github) }} # HERE'),
      script('echo ${{ fromJSON(toJSON(github.event.pull_request)).body }} # HERE'),
      workflow(
        '      - uses: actions/github-script@v7\n        with:\n          script: |\n            return `${{ github.event.comment.body }}` // HERE\n',
      ),
      [
        'action.yml',
        'runs:\n  using: composite\n  steps:\n    - shell: bash\n      run: echo ${{ github.event.pull_request.title }} # HERE\n',
      ],
    ],
    negatives: [
      workflow(
        '      - env:\n          TITLE: ${{ github.event.issue.title }}\n        run: echo "$TITLE"\n',
      ),
      script('echo ${{ github.event.pull_request.number }} ${{ github.event.pull_request.head.sha }}'),
      script("echo ${{ contains(github.event.comment.body, '/run') }} ${{ github.head_ref == 'main' }}"),
      script(
        "echo ${{ github.head_ref == 'main' && 'a' || 'b' }} ${{ !github.head_ref }} ${{ 'github.head_ref' }}",
      ),
      script('echo ${{ toJSON(github.event.pull_request.labels.*.name) }} ${{ github.event.issue.number }}'),
      workflow('      - if: github.event.issue.title != 1\n        run: echo\n'),
    ],
  },
  {
    id: 'gha-input-in-script',
    cwe: 'CWE-94',
    severity: 'low',
    confidence: 'low',
    title: 'Input in a workflow script',
    message:
      'An input is expanded into the script before it runs: anyone who can start the workflow, or a workflow that passes on untrusted text, can run commands with its secrets.',
    help: 'Pass the input to the step through env, and use it as a quoted variable in the script.',
    find: (step) => inScripts(step, isInput),
    positives: [
      script('echo "${{ inputs.name }}" # HERE', 'workflow_dispatch'),
      script('echo "${{ github.event.inputs.name }}" # HERE', 'workflow_dispatch'),
      script('echo "${{ github.event.client_payload.branch }}" # HERE', 'repository_dispatch'),
      script('echo ${{ toJSON(Inputs) }} # HERE', 'workflow_dispatch'),
    ],
    negatives: [
      workflow('      - env:\n          NAME: ${{ inputs.name }}\n        run: echo "$NAME"\n'),
      script("echo ${{ inputs.fast == 'true' }} ${{ github.sha }}"),
    ],
  },
  {
    id: 'gha-untrusted-checkout',
    cwe: 'CWE-829',
    severity: 'high',
    title: 'Pull request code checked out with secrets',
    message:
      'This event runs with a write token and the secrets of the repository. The code checked out here is written by the author of the pull request, who controls anything that builds it.',
    help: 'Build pull requests with the event pull_request, and use secrets only in a workflow that never runs their code.',
    find: (step) => {
      const {
        uses,
        node,
        workflow: { events },
      } = step;
      const ref = `${spelledOut(step, valueAt(node, 'with', 'ref'))} ${spelledOut(step, valueAt(node, 'with', 'repository'))}`;
      const isPrivileged = ['pull_request_target', 'workflow_run', 'issue_comment'].some((each) =>
        events.has(each),
      );
      const isForeign =
        /github\.head_ref\b|\.head\.(?:sha|ref|repo)\b|\.head_(?:sha|branch|repository)\b|refs\/pull\/|merge_commit_sha\b/.test(
          ref,
        );
      const entry = valueAt(node, 'with', 'ref') ?? valueAt(node, 'with', 'repository');
      return isPrivileged && isForeign && /^actions\/checkout@/i.test(uses) && entry ? [entry] : [];
    },
    positives: [
      workflow(
        '      - uses: actions/checkout@v5\n        with:\n          repository: ${{ github.event.pull_request.head.repo.full_name }} # HERE\n',
        { on: 'pull_request_target' },
      ),
      workflow(
        '      - uses: actions/checkout@v5\n        with:\n          ref: ${{ github.event.pull_request.head.sha }} # HERE\n',
        { on: 'pull_request_target' },
      ),
      workflow(
        "      - uses: actions/checkout@v5\n        with:\n          ref: ${{ github.event.pull_request['head'].SHA }} # HERE\n",
        { on: 'pull_request_target' },
      ),
      workflow(
        '      - uses: actions/checkout@v5\n        with:\n          ref: refs/pull/${{ github.event.issue.number }}/merge # HERE\n',
        { on: '[issue_comment]' },
      ),
      workflow(
        '      - uses: actions/checkout@v5\n        with:\n          ref: ${{ github.event.workflow_run.head_branch }} # HERE\n',
        { on: '\n  workflow_run:\n    workflows: [CI]' },
      ),
    ],
    negatives: [
      workflow('      - uses: actions/checkout@v5\n', { on: 'pull_request_target' }),
      workflow(
        '      - uses: actions/checkout@v5\n        with:\n          ref: ${{ github.event.pull_request.head.sha }}\n',
        { on: 'pull_request' },
      ),
      workflow('      - uses: actions/checkout@v5\n        with:\n          ref: main\n', {
        on: 'workflow_run',
      }),
    ],
  },
  ...referenceRules,
  {
    id: 'gha-all-secrets',
    cwe: 'CWE-522',
    severity: 'medium',
    title: 'All secrets passed to one step',
    message:
      'The step gets every secret of the repository, including those that it does not need and those added later.',
    help: 'Pass each secret that the step needs by name.',
    find: (step) =>
      textsBelow(step.node)
        .flatMap((node) => expressionsIn(node, step.workflow))
        .filter(({ content }) =>
          /\btojson\s{0,9}\(\s{0,9}secrets\s{0,9}\)|\bsecrets\[\s{0,9}(?!['"])/i.test(content),
        ),
    positives: [
      workflow('      - env:\n          ALL: ${{ toJSON(secrets) }} # HERE\n        run: ./deploy\n'),
      workflow(
        '      - uses: acme/deploy@v2\n        with:\n          key: ${{ secrets[matrix.name] }} # HERE\n',
      ),
    ],
    negatives: [
      workflow(
        "      - env:\n          KEY: ${{ secrets.KEY }}\n          B: ${{ secrets['B'] }}\n        run: ./deploy\n",
      ),
    ],
  },
  {
    id: 'gha-download-to-shell',
    cwe: 'CWE-494',
    severity: 'low',
    title: 'Downloaded script run without verification',
    message: 'Whatever the server sends runs with the token and the secrets of the job.',
    help: 'Download a fixed version to a file, verify its hash, and then run it.',
    find: (step) => inRun(step, downloadToShell),
    positives: [
      script('curl -sSfL https://example.com/install.sh | sh -s -- -b bin # HERE'),
      script('bash <(curl -s https://example.com/install.sh) # HERE'),
    ],
    negatives: [script('curl -sSfL https://example.com/a.tgz -o a.tgz && sha256sum -c a.sha256 && sh a.sh')],
  },
  {
    id: 'gha-tls-unverified',
    cwe: 'CWE-295',
    severity: 'medium',
    title: 'Certificate not verified in a workflow',
    message: 'An attacker on the network path can send anything, and reads what is sent.',
    help: 'Leave verification on, and add your own certificate authority if you need one.',
    find: (step) => inRun(step, unverifiedTls),
    positives: [
      script('curl -k https://example.com/a.tgz -o a.tgz # HERE'),
      script('git config http.sslVerify false # HERE'),
    ],
    negatives: [
      script('curl --silent https://example.com/k.tgz -o k.tgz'),
      script('curl -sk https://localhost:8443/ping'),
    ],
  },
  ...actorRules,
  {
    id: 'gha-kept-credentials',
    cwe: 'CWE-538',
    severity: 'low',
    confidence: 'low',
    title: 'Whole checkout uploaded with its token',
    message:
      'A checkout keeps its token in .git/config, and an artifact of the whole folder exposes it to everyone who can read artifacts.',
    help: 'Check out with persist-credentials: false, or upload only what was built.',
    find: ({ uses, node }) => {
      const path = valueAt(node, 'with', 'path');
      const isWhole = /^(?:\.\/?|\$\{\{\s{0,9}github\.workspace\s{0,9}\}\}\/?)$/.test(textOf(path).trim());
      const hidden = valueAt(node, 'with', 'include-hidden-files');
      return path && isWhole && /^actions\/upload-artifact@/i.test(uses) && !isFalse(hidden) ? [path] : [];
    },
    positives: [
      workflow(
        '      - uses: actions/checkout@v5\n      - uses: actions/upload-artifact@v3\n        with:\n          path: . # HERE\n',
      ),
    ],
    negatives: [
      workflow(
        '      - uses: actions/upload-artifact@v4\n        with:\n          path: .\n          include-hidden-files: false\n',
      ),
      workflow('      - uses: actions/upload-artifact@v4\n        with:\n          path: dist\n'),
    ],
  },
];
