import { valueAt, type Spot } from '../config-node.ts';
import { anyVersion, type ConfigurationRule } from '../configuration-rule.ts';
import type { Step } from '../subjects/workflow.ts';
import { workflow } from './workflow-samples.ts';

const ofUses = ({ node }: Step): Spot[] => [valueAt(node, 'uses')].filter((each) => each !== undefined);

/** The commit of a hash cannot be replaced. */
const isPinned = (uses: string): boolean => /@[0-9a-f]{40}(?:[0-9a-f]{24})?$/i.test(uses);
const isRemote = (uses: string): boolean =>
  /^[\w.-]{1,100}\/[^@\s]{1,300}@\S/.test(uses) && !uses.includes('${{');
const branch = /@(?:refs\/heads\/[^\s@]{1,200}|main|master|develop|dev|trunk|latest|next|HEAD)$/;
/** Actions by GitHub itself, which runs the workflow anyway. */
const ofPlatform = /^(?:actions|github)\//i;

/** Rules for the actions that steps use. */
export const referenceRules: readonly ConfigurationRule<Step>[] = [
  {
    id: 'gha-action-of-branch',
    cwe: 'CWE-829',
    severity: 'medium',
    title: 'Action pinned to a branch',
    message:
      'The action is whatever its branch contains when the workflow runs: anyone who can push to that repository runs code with the secrets of this one.',
    help: 'Pin the full hash of a reviewed commit, with its version in a comment.',
    sameWithout: anyVersion,
    find: (step) =>
      isRemote(step.uses) && branch.test(step.uses) && !ofPlatform.test(step.uses) ? ofUses(step) : [],
    positives: [
      workflow('      - uses: acme/deploy@main # HERE\n'),
      workflow('      - uses: acme/tools/lint@refs/heads/release # HERE\n'),
    ],
    negatives: [
      workflow('      - uses: acme/deploy@v2\n      - uses: ./deploy\n      - uses: actions/checkout@main\n'),
      workflow('      - uses: acme/deploy@1234567890123456789012345678901234567890 # main\n'),
    ],
  },
  {
    id: 'gha-unpinned-action',
    cwe: 'CWE-829',
    severity: 'low',
    confidence: 'low',
    title: 'Third-party action not pinned to a hash',
    message:
      "A tag can be moved to another commit: an attacker who takes over the action's repository runs code with the secrets of this one.",
    help: 'Pin the full hash of a reviewed commit, with its version in a comment.',
    sameWithout: anyVersion,
    find: (step) =>
      isRemote(step.uses) && !isPinned(step.uses) && !branch.test(step.uses) && !ofPlatform.test(step.uses)
        ? ofUses(step)
        : [],
    positives: [
      workflow('      - uses: acme/deploy@v2 # HERE\n'),
      workflow('      - uses: acme/deploy@1234567 # HERE\n'),
    ],
    negatives: [
      workflow('      - uses: acme/deploy@1234567890123456789012345678901234567890 # v2\n'),
      workflow(
        '      - uses: actions/checkout@v5\n      - uses: ./deploy\n      - uses: docker://alpine:3\n',
      ),
      workflow('      - uses: acme/deploy@main\n'),
    ],
  },
];
