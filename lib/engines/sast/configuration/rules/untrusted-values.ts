import type { ReadValue } from '../readers/read-expression.ts';

/** Values whose text anybody may choose: titles, bodies, branch names, commit messages and authors. */
const outsiders = [
  'github.head_ref',
  ...[
    'issue.title issue.body pull_request.title pull_request.body discussion.title discussion.body comment.body',
    'review.body review_comment.body discussion_comment.body pages.*.page_name',
    'pull_request.head.ref pull_request.head.label pull_request.head.repo.default_branch',
    'pull_request.head.repo.description pull_request.head.repo.homepage',
    'commits.*.message commits.*.author.email commits.*.author.name',
    'head_commit.message head_commit.author.email head_commit.author.name',
    'workflow_run.head_commit.message workflow_run.head_commit.author.email workflow_run.head_commit.author.name',
    'workflow_run.head_branch workflow_run.display_title workflow_run.head_repository.description',
  ]
    .flatMap((names) => names.split(' '))
    .map((name) => `github.event.${name}`),
].map((name) => name.split('.'));

const inputs = [['inputs'], ['github', 'event', 'inputs'], ['github', 'event', 'client_payload']];

/** Returns whether a value may be one that outsiders choose, or holds one that a function may return. */
export const isOfOutsiders = ({ path, isArgument }: ReadValue): boolean =>
  outsiders.some(
    (names) =>
      (isArgument || path.length === names.length) &&
      names.every((name, at) => name === '*' || [name, '*', undefined].includes(path[at])),
  );

/** Returns whether a value is an input of a workflow, or holds one. */
export const isInput = ({ path, isArgument }: ReadValue): boolean =>
  inputs.some(
    (names) => (isArgument || path.length > names.length) && names.every((name, at) => path[at] === name),
  );
