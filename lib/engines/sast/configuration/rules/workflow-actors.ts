import { textOf, valueAt, type ConfigNode } from '../config-node.ts';
import type { ConfigurationRule } from '../configuration-rule.ts';
import { readCondition, type Condition } from '../readers/read-condition.ts';
import { expressionsIn, type Step, type Workflow } from '../subjects/workflow.ts';
import { workflow } from './workflow-samples.ts';

/** Events with which others than its members start a workflow that has the token and secrets of the repository, or may have them. */
const privileged = new Set(
  'pull_request_target workflow_run workflow_call issue_comment issues discussion discussion_comment check_run check_suite status'.split(
    ' ',
  ),
);

const ofRun = ['event.workflow_run.actor', 'event.workflow_run.triggering_actor', 'event.sender'];
/** The names of the user who caused the event, rather than of the one who wrote what it is about. */
const actors = new Set(
  [
    'actor',
    'actor_id',
    'triggering_actor',
    ...ofRun.flatMap((each) => ['login', 'id', 'type'].map((name) => `${each}.${name}`)),
  ].map((name) => `github.${name}`),
);
const authors = new Set(['login', 'id'].map((name) => `github.event.pull_request.user.${name}`));

/** The numbers of Dependabot, Renovate and GitHub Actions. */
const botIds = new Set(['49699333', '29139614', '41898282']);
const truly = new Set(['true']);
const truths = new Set(['true', 'false']);
const searches = new Set(['contains', 'startswith', 'endswith']);

const isOf = (condition: Condition, names: ReadonlySet<string>): boolean =>
  condition.kind === 'value' && names.has(condition.path.join('.'));

/** Returns whether a text or number is a bot, or a list of some; in a search, also a part of its name. */
const isBot = (condition: Condition | undefined, isSearch: boolean): boolean => {
  if (condition?.kind === 'call') return condition.given.some((each) => isBot(each, isSearch));
  if (condition?.kind === 'value') return botIds.has(condition.path.join('.'));
  if (condition?.kind !== 'text') return false;
  const { text } = condition;
  const isPart = isSearch && ['bot', 'renovate'].some((part) => text.includes(part));
  return text.includes('[bot]') || text === 'bot' || botIds.has(text) || isPart;
};

/** Returns whether one of two values is among the names, and the other one a bot. */
const matches = ([first, second]: Condition[], names: ReadonlySet<string>, isSearch: boolean): boolean =>
  first !== undefined &&
  second !== undefined &&
  ((isOf(first, names) && isBot(second, isSearch)) || (isOf(second, names) && isBot(first, isSearch)));

interface Question {
  names: ReadonlySet<string>;
  /** The result that the condition needs to have. */
  isTrue: boolean;
}

/** Returns whether a comparison has its result because one of the names is a bot, or the author the actor. */
const comparesBot = (sides: Condition[], { names }: Question): boolean =>
  matches(sides, names, false) ||
  (names === authors &&
    sides.some((side) => isOf(side, authors)) &&
    sides.some((side) => isOf(side, actors)));

/** Anybody may have a name with a part of another one: for the author, only a list is searched. */
const searchesBot = (name: string, given: Condition[], { names }: Question): boolean =>
  searches.has(name) &&
  matches(given, names, true) &&
  (names !== authors || (given[0]?.kind === 'call' && isOf(given[1] ?? given[0], authors)));

/** Takes off comparisons with `true` and `false`. There may be too many of them in a row for a recursion. */
const withoutTruths = (whole: Condition, result: boolean): { condition: Condition; isTrue: boolean } => {
  let [condition, isTrue] = [whole, result];
  while (condition.kind === 'comparison' && ['==', '!='].includes(condition.operator)) {
    const { operator, sides } = condition;
    const truth = sides.find((side) => isOf(side, truths));
    const other = sides.find((side) => side !== truth);
    if (!truth || !other) break;
    isTrue = isOf(truth, truly) === ((operator === '==') === isTrue);
    condition = other;
  }
  return { condition, isTrue };
};

/** Returns whether a condition has a result because one of the names is a bot. */
const trusts = (whole: Condition, question: Question): boolean => {
  const { names } = question;
  const { condition, isTrue } = withoutTruths(whole, question.isTrue);
  const ask = (part: Condition, result = isTrue): boolean => trusts(part, { names, isTrue: result });
  switch (condition.kind) {
    case 'not':
      return ask(condition.part, !isTrue);
    case 'all':
    case 'any': {
      const needsEach = (condition.kind === 'all') === isTrue;
      if (names === authors && !needsEach) return condition.parts.every((part) => ask(part));
      const isVerified =
        needsEach &&
        names !== authors &&
        condition.parts.some((part) => trusts(part, { names: authors, isTrue }));
      return !isVerified && condition.parts.some((part) => ask(part));
    }
    case 'comparison': {
      const { operator, sides } = condition;
      if (operator !== '==' && operator !== '!=') return false;
      return (operator === '==') === isTrue && comparesBot(sides, question);
    }
    case 'call':
      return isTrue && searchesBot(condition.name, condition.given, question);
    case 'text':
    case 'value':
      return false;
  }
};

/** Returns whether what a condition needs makes one of the names a bot. */
const needsBot = (node: ConfigNode | undefined, whole: Workflow, names: ReadonlySet<string>): boolean => {
  const expressions = expressionsIn(node, whole).map(({ content }) => content);
  const contents = expressions.length > 0 ? expressions : [textOf(node)];
  return contents.some((content) => trusts(readCondition(content), { names, isTrue: true }));
};

/** Returns the conditions of a step; the first one of a job also has those of the job. */
const conditionsOf = ({ node, job }: Step, isFirst: boolean): ConfigNode[] => {
  const nodes = new Set(isFirst ? [node, job?.node] : [node]);
  return [...nodes].flatMap((each) => valueAt(each, 'if') ?? []);
};

const merge = '        run: gh pr merge --auto\n';
const step = (condition: string, on = 'pull_request_target'): readonly [string, string] =>
  workflow(`      - if: ${condition}\n${merge}`, { on });
const found = (condition: string, on?: string): readonly [string, string] => step(`${condition} # HERE`, on);

/** Rules for what workflows decide by who started them. */
export const actorRules: readonly ConfigurationRule<Step>[] = [
  {
    id: 'gha-spoofable-actor',
    cwe: 'CWE-290',
    severity: 'medium',
    confidence: 'low',
    title: 'Trust in the name of the last actor',
    message:
      'The actor is the user who caused the last event, not the author of the code: anybody can make a bot the actor of their pull request, and this event runs with the token and secrets of the repository.',
    help: 'Compare github.event.pull_request.user.login, and the repository of the head. With pull_request and push, forks get neither secrets nor a token that writes, so that the actor gives them nothing.',
    find: (each) => {
      const { job, workflow: whole } = each;
      // Who calls an action, and with which event, is not known.
      const isPrivileged = whole.isAction || [...whole.events].some((event) => privileged.has(event));
      if (!isPrivileged) return [];
      const isVerified = needsBot(valueAt(job?.node, 'if'), whole, authors);
      return conditionsOf(each, job?.steps[0] === each).filter(
        (node) => !isVerified && needsBot(node, whole, actors),
      );
    },
    positives: [
      found("github.actor == 'dependabot[bot]'"),
      found("github.actor == 'dependabot[bot]'", '[push, workflow_run]'),
      found(
        "${{ github.event_name == 'issue_comment' && (GitHub.Actor) == 'Renovate[bot]' }}",
        'issue_comment',
      ),
      found("github['actor']=='dependabot[bot]'"),
      found("${{ 'dependabot[bot]' == github.triggering_actor }}"),
      found("github.event.sender.login == 'dependabot[bot]'"),
      found("github.event.sender.type == 'Bot'"),
      found('github.actor_id == 49699333'),
      found("github.event.workflow_run.actor.login == 'dependabot[bot]'", 'workflow_run'),
      found("contains(github.actor, '[bot]')"),
      found('contains(\'["dependabot[bot]", "renovate[bot]"]\', github.actor)'),
      found('contains(fromJSON(\'["dependabot[bot]"]\'), github.actor)'),
      found("startsWith(github.actor, 'dependabot')"),
      found("endsWith(github.actor, '[bot]')"),
      found("startsWith(github.actor, 'dependabot[')"),
      found("contains(github.actor, '[bot]') == true"),
      found("false != (github.actor == 'dependabot[bot]')"),
      found("${{ (github.actor != 'dependabot[bot]') == false }}"),
      found(
        "github.actor == 'dependabot[bot]' && startsWith(github.event.pull_request.user.login, 'dependabot')",
      ),
      found(
        "github.actor == 'dependabot[bot]' && contains('dependabot[bot]', github.event.pull_request.user.login)",
      ),
      found("github.actor == 'dependabot[bot]' && github.event.pull_request.user.type == 'Bot'"),
      found("${{ !(github.actor != 'dependabot[bot]' || github.event.action == 'closed') }}"),
      found("github.actor == 'dependabot[bot]' || github.event.pull_request.user.login == 'dependabot[bot]'"),
      found(
        "github.actor == 'dependabot[bot]' && (github.event.forced || github.event.pull_request.user.login == 'dependabot[bot]')",
      ),
      workflow('      - run: gh pr review --approve\n      - run: gh pr merge\n', {
        on: 'pull_request_target',
        job: "    if: github.actor == 'dependabot[bot]' # HERE\n",
      }),
      workflow('      - run: gh pr merge\n', {
        on: 'pull_request_target',
        job: "    if: endsWith(github.actor, '[bot]') # HERE\n",
      }),
      [
        '.github/workflows/a.yml',
        "on: pull_request_target\njobs:\n  a:\n    if: github.actor == 'dependabot[bot]' # HERE\n    uses: ./.github/workflows/b.yml\n",
      ],
      [
        'action.yml',
        "runs:\n  using: composite\n  steps:\n    - if: github.actor == 'dependabot[bot]' # HERE\n      run: gh pr merge\n      shell: bash\n",
      ],
    ],
    negatives: [
      step("github.event.pull_request.user.login == 'dependabot[bot]'"),
      step("github.actor != 'dependabot[bot]'"),
      step("${{ !contains(github.actor, '[bot]') }}"),
      step("${{ !(github.actor == 'dependabot[bot]') }}"),
      step("github.actor == 'dependabot[bot]'", 'push'),
      step("github.actor == 'dependabot[bot]'", 'pull_request'),
      step("github.actor == 'octocat'"),
      step("github.actor == github.repository_owner && 'dependabot[bot]' != ''"),
      step("contains(github.event.label.name, '[bot]')"),
      step("github.actor == 'dependabot[bot]' && github.event.pull_request.user.login == 'dependabot[bot]'"),
      step(
        "github.actor == 'dependabot[bot]' && contains(fromJSON('[\"dependabot[bot]\"]'), github.event.pull_request.user.login)",
      ),
      step("github.actor == 'dependabot[bot]' && github.event.pull_request.user.login == github.actor"),
      step("contains(github.actor, '[bot]') == false"),
      step("${{ (github.actor == 'dependabot[bot]') != true }}"),
      step("github.actor >= 'dependabot[bot]'"),
      workflow(`      - if: github.actor == 'dependabot[bot]'\n${merge}`, {
        on: 'pull_request_target',
        job: "    if: github.event.pull_request.user.login == 'dependabot[bot]'\n",
      }),
      step("format(github.actor, '[bot]') == 'x'"),
      workflow('      - run: make\n', {
        on: 'pull_request_target',
        job: "    if: github.actor != 'dependabot[bot]'\n",
      }),
    ],
  },
];
