import type { components } from '@scangate/client/generated/types';
import { defineMessages } from '../define-messages.ts';
import { number, plural } from '../format.ts';

type Schemas = components['schemas'];
export type Threshold = Schemas['Threshold'];
type ErrorCode = Schemas['ErrorCode'];
type PullRequestReason = Schemas['PullRequestReason'];
type ScanType = Schemas['ScanType'];

const atOrAbove = (threshold: Threshold | undefined): string =>
  threshold === undefined || threshold === 'critical' ? 'critical' : `${threshold} or above`;

/** The reasons of a verdict, short enough for a row of a table. */
const reasons = {
  critical_vulnerabilities_found: () => 'Critical vulnerabilities',
  vulnerabilities_above_threshold: (threshold?: Threshold) => `Vulnerabilities at ${atOrAbove(threshold)}`,
  critical_secrets_found: () => 'Critical secrets',
  secrets_above_threshold: (threshold?: Threshold) => `Secrets at ${atOrAbove(threshold)}`,
  non_compliant_licenses_found: () => 'Licenses that are not compliant',
  coverage_incomplete: () => 'Not everything was assessed',
  no_issues_found: (threshold?: Threshold) => `Nothing at ${atOrAbove(threshold)}`,
  scan_failed: () => 'The scan failed',
  wait_timeout: () => 'Still running',
} satisfies Record<string, (threshold?: Threshold) => string>;

const pullRequestReasons: Record<PullRequestReason, string> = {
  introduced_vulnerabilities: 'It introduces vulnerabilities',
  introduced_secrets: 'It introduces secrets',
  introduced_non_compliant_licenses: 'It introduces licenses that are not compliant',
  coverage_dropped: 'It assesses less than the base',
  no_new_issues: 'It introduces no relevant findings',
  scan_failed: 'The scan failed',
  base_not_available: 'The base cannot be read',
  base_not_reviewed: 'The base is not a commit of a reviewed branch',
};

/** Says what stopped a scan or a unit, and what to do about it. */
const errorCodes: Record<ErrorCode, { what: string; help: string }> = {
  pat_required: {
    what: 'The code host requires a credential',
    help: 'Add one to the repository, with read access to its code.',
  },
  repo_access: {
    what: 'The code host refuses the stored credential',
    help: 'Rotate the credential of the repository, or check that the repository still exists.',
  },
  rate_limit: {
    what: 'The code host limits requests',
    help: 'Scan again later. A credential raises the limit at most hosts.',
  },
  insufficient_credits: {
    what: 'The credits ran out during the scan',
    help: 'Buy a pack or wait for the next refill, then scan again.',
  },
  payment_failed: {
    what: 'A subscription payment failed',
    help: 'Pay the open invoice or change the payment method, then scan again.',
  },
  sast_addon_required: {
    what: 'Code analysis needs the SAST add-on',
    help: 'Add it on the plan page, or scan without code analysis.',
  },
  entitlement_denied: {
    what: 'The plan no longer includes this',
    help: 'Change the plan, then scan again.',
  },
  lockfile_not_found: {
    what: 'No readable lockfile was found',
    help: 'Commit a lockfile, or choose scan types that need none.',
  },
  branch_or_commit_not_found: {
    what: 'The commit is not available from this repository',
    help: 'Push the commit, then scan it again.',
  },
  workflow_timeout: {
    what: 'The scan took too long and was stopped',
    help: 'Its credits are returned. Scan again.',
  },
  system_error: {
    what: 'Scangate failed',
    help: 'Its credits are returned. Scan again.',
  },
};

const scanTypes: Record<ScanType, string> = {
  sbom: 'SBOM',
  sca: 'Vulnerabilities',
  license: 'Licenses',
  'dependency-advisor': 'Upgrades',
  secrets: 'Secrets',
  sast: 'Code',
};

const statuses: Record<Schemas['ScanStatus'], string> = {
  queued: 'Queued',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Canceled',
};

const triggers: Record<Schemas['SourceTrigger'], string> = {
  api: 'API',
  cli: 'Uploaded file',
  manual: 'Console',
};

const counted = (one: string, many: string) => (count: number, isMore: boolean) =>
  isMore ? plural(count, `more ${one}`, `more ${many}`) : plural(count, one, many);

/** Says what fails by a reason, counted. */
const failing: Readonly<Record<string, (count: number, isMore: boolean) => string>> = {
  critical_vulnerabilities_found: counted('critical vulnerability', 'critical vulnerabilities'),
  vulnerabilities_above_threshold: counted('vulnerability', 'vulnerabilities'),
  critical_secrets_found: counted('critical secret', 'critical secrets'),
  secrets_above_threshold: counted('secret', 'secrets'),
  non_compliant_licenses_found: counted('license', 'licenses'),
  coverage_incomplete: counted('gap of coverage', 'gaps of coverage'),
  scan_failed: counted('failed unit', 'failed units'),
};

export const verdictWords = defineMessages({
  failing,
  reasons,
  pullRequestReasons,
  errorCodes,
  scanTypes,
  statuses,
  triggers,
});

/** Turns a value that this version of the console does not know into words. */
const spelled = (value: string): string => {
  const words = value.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
  return words === '' ? value : words.charAt(0).toUpperCase() + words.slice(1);
};

/** Looks a value up that a newer service may have added to. */
export const wordFor = (words: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(words, value) ? (words[value] ?? spelled(value)) : spelled(value);

const isKnown = <T extends object>(words: T, value: string): value is Extract<keyof T, string> =>
  Object.hasOwn(words, value);

/** The reason of a verdict in a few words. */
export const reasonWords = (reason: string, threshold?: Threshold): string => {
  const known: Record<string, (threshold?: Threshold) => string> = verdictWords.reasons;
  return (Object.hasOwn(known, reason) ? known[reason]?.(threshold) : undefined) ?? spelled(reason);
};

/** Says what stopped a scan or a unit, and what to do about it. */
export const errorCodeWords = (code: string): { what: string; help: string } =>
  isKnown(verdictWords.errorCodes, code) ? verdictWords.errorCodes[code] : { what: spelled(code), help: '' };

/** Says how much fails by a reason: "1 more critical vulnerability". */
export const failingWords = (reason: string, count: number, isMore: boolean): string => {
  const known = Object.hasOwn(verdictWords.failing, reason) ? verdictWords.failing[reason] : undefined;
  return known?.(count, isMore) ?? `${spelled(reason)}: ${number(count)}`;
};
