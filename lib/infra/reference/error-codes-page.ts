import { Problem, problemCodes, type ProblemCode } from '@scangate/domain/problem';
import { errorCodes, type ErrorCode } from '@scangate/engines/model/failure';
import { code, page, table } from './markdown.ts';

const scanMeanings: Readonly<Record<ErrorCode, string>> = {
  pat_required: 'The repository needs a credential.',
  repo_access: 'The repository refuses the credential, or cannot be reached.',
  rate_limit: 'The git host limits requests.',
  insufficient_credits: 'A credit pool cannot pay for a project unit that was found during the scan.',
  payment_failed: 'A subscription payment failed meanwhile.',
  sast_addon_required: 'The SAST add-on ended meanwhile.',
  entitlement_denied: 'The plan no longer includes the scan.',
  lockfile_not_found: 'No lockfile of a requested type was found, or it cannot be read.',
  branch_or_commit_not_found: 'The repository does not have the commit.',
  workflow_timeout: 'The scan took too long.',
  system_error: 'The service failed.',
};

/** Writes the page of the codes of refused requests and failed scans. */
export const errorCodesPage = (): string =>
  page(
    'Error codes',
    'A client branches on `code`. Status and title follow from it.',
    `## Problems\n\nA refused request answers \`application/problem+json\` (RFC 9457).\n\n${table(
      ['Status', 'Code', 'Title', 'Retryable'],
      (Object.keys(problemCodes) as ProblemCode[]).map((name) => {
        const { status, title, retryable } = new Problem(name);
        return [String(status), code(name), title, retryable ? 'yes' : ''];
      }),
    )}`,
    `## Failed scans\n\nA failed scan, and each failed project unit, has an \`errorCode\`.\n\n${table(
      ['Error code', 'Meaning'],
      errorCodes.map((name) => [code(name), scanMeanings[name]]),
    )}`,
  );
