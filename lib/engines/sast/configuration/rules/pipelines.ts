import { entriesOf, isTrue, textOf, valueAt, type Entry, type Spot, type TextNode } from '../config-node.ts';
import type { ConfigurationRule } from '../configuration-rule.ts';
import type { Pipeline, PipelineJob } from '../subjects/pipeline.ts';
import { downloadToShell, unverifiedTls, type ScriptSearch } from './shell.ts';

const pipeline = (text: string): readonly [string, string] => ['.gitlab-ci.yml', text];
const job = (command: string): readonly [string, string] => pipeline(`build:\n  script:\n    - ${command}\n`);

const commandsWith = ({ commands }: PipelineJob, search: ScriptSearch): TextNode[] =>
  commands.filter(({ value }) => search(value) !== -1);

/** A nested shell, which runs its argument as code. */
const secondShell = /\beval\s|\b(?:ba|z|da)?sh\s{1,9}-\w{0,5}c\s/;
/** Variables whose text comes from the author of the commit or merge request. */
const outsiders =
  /\$\{?CI_(?:COMMIT_(?:MESSAGE|TITLE|DESCRIPTION|REF_NAME|BRANCH|TAG_MESSAGE|AUTHOR)|MERGE_REQUEST_(?:TITLE|DESCRIPTION|SOURCE_BRANCH_NAME))\b/;

const evaluated: ScriptSearch = (script) =>
  script.split('\n').findIndex((line) => outsiders.test(line) && secondShell.test(line));

const variable = ({ node }: PipelineJob, test: (entry: Entry) => boolean): Entry[] =>
  entriesOf(valueAt(node, 'variables')).filter(test);

/** Rules for GitLab CI jobs, and for settings outside of jobs. */
export const pipelineJobRules: readonly ConfigurationRule<PipelineJob>[] = [
  {
    id: 'glci-script-injection',
    cwe: 'CWE-78',
    severity: 'high',
    title: 'Commit text run as a command',
    message:
      'A second shell interprets the variable as code: a commit message or branch name with shell syntax runs commands in the job.',
    help: 'Use the variable quoted as an argument, without eval or sh -c.',
    find: (subject) => commandsWith(subject, evaluated),
    positives: [
      job('eval "deploy $CI_COMMIT_REF_NAME" # HERE'),
      job("sh -c 'echo $CI_MERGE_REQUEST_TITLE' # HERE"),
    ],
    negatives: [job('echo "$CI_COMMIT_MESSAGE"'), job('eval "$(ssh-agent -s)"')],
  },
  {
    id: 'glci-download-to-shell',
    cwe: 'CWE-494',
    severity: 'low',
    title: 'Downloaded script run without verification',
    message: 'Whatever the server sends runs with the token and the variables of the job.',
    help: 'Download a fixed version to a file, verify its hash, and then run it.',
    find: (subject) => commandsWith(subject, downloadToShell),
    positives: [job('curl -fsSL https://example.com/install.sh | bash # HERE')],
    negatives: [job('curl -fsSL https://example.com/a.json | jq .name')],
  },
  {
    id: 'glci-tls-unverified',
    cwe: 'CWE-295',
    severity: 'medium',
    title: 'Certificate not verified in a pipeline',
    message: 'An attacker on the network path can send anything, and reads what is sent.',
    help: 'Leave verification on, and add your own certificate authority if you need one.',
    find: (subject): readonly Spot[] => [
      ...commandsWith(subject, unverifiedTls),
      ...variable(
        subject,
        ({ key, value }) =>
          (key === 'GIT_SSL_NO_VERIFY' && (isTrue(value) || textOf(value) === '1')) ||
          (key === 'NODE_TLS_REJECT_UNAUTHORIZED' && textOf(value) === '0'),
      ),
    ],
    positives: [
      job('wget --no-check-certificate https://example.com/a.tgz # HERE'),
      pipeline("variables:\n  GIT_SSL_NO_VERIFY: '1' # HERE\n"),
      pipeline("test:\n  script: [make]\n  variables:\n    NODE_TLS_REJECT_UNAUTHORIZED: '0' # HERE\n"),
    ],
    negatives: [
      pipeline("variables:\n  NODE_TLS_REJECT_UNAUTHORIZED: '1'\n  RETRIES: '0'\n"),
      job('wget https://example.com/a.tgz'),
      pipeline("variables:\n  GIT_SSL_NO_VERIFY: 'false'\n"),
    ],
  },
  {
    id: 'glci-debug-trace',
    cwe: 'CWE-532',
    severity: 'medium',
    title: 'Debug log of a pipeline is on',
    message: 'The log shows every variable of the job, including secrets.',
    help: 'Turn it on manually for a single run, and delete the log afterwards.',
    find: (subject) => variable(subject, ({ key, value }) => key === 'CI_DEBUG_TRACE' && isTrue(value)),
    positives: [pipeline("variables:\n  CI_DEBUG_TRACE: 'true' # HERE\n")],
    negatives: [pipeline("variables:\n  CI_DEBUG_TRACE: 'false'\n")],
  },
];

/** Rules for a GitLab CI pipeline as a whole. */
export const pipelineRules: readonly ConfigurationRule<Pipeline>[] = [
  {
    id: 'glci-unpinned-include',
    cwe: 'CWE-829',
    severity: 'low',
    confidence: 'low',
    title: 'Third-party pipeline included without a version',
    message:
      'Jobs from a URL or a branch run with the variables of this project, whatever their current content.',
    help: 'Include a project file with the ref of a commit, or set integrity for a remote file.',
    find: ({ includes }) =>
      includes.filter((each) => {
        const isAddress = /^https?:/.test(textOf(each)) || valueAt(each, 'remote') !== undefined;
        const isBranch = valueAt(each, 'project') !== undefined && valueAt(each, 'ref') === undefined;
        return (isAddress && valueAt(each, 'integrity') === undefined) || isBranch;
      }),
    positives: [
      pipeline('include:\n  - remote: https://example.com/a.yml # HERE\n'),
      pipeline('include: https://example.com/a.yml # HERE\n'),
      pipeline('include:\n  - project: acme/ci # HERE\n    file: a.yml\n'),
    ],
    negatives: [
      pipeline('include:\n  - remote: https://example.com/a.yml\n    integrity: sha256-YQ==\n'),
      pipeline('include:\n  - local: a.yml\n  - template: Jobs/Build.gitlab-ci.yml\n'),
      pipeline(
        'include:\n  - project: acme/ci\n    file: a.yml\n    ref: 1234567890123456789012345678901234567890\n',
      ),
    ],
  },
];
