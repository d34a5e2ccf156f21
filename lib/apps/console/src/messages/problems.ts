import type { ProblemCode } from '@scangate/console/session/session.ts';
import { defineMessages } from './define-messages.ts';

const gone = 'It was removed, or it belongs to another organization.';
const reload = 'Reload the page and try again.';
const again = 'Try again in a moment.';
const ask = 'Ask an owner or an admin of your organization.';

type ProblemWords = {
  /** The event, as a heading. */
  readonly title: string;
  /** The next step, as a sentence. */
  readonly help: string;
};

const words = (title: string, help: string): ProblemWords => ({ title, help });

const refusals = {
  unauthenticated: words('Your session has ended', 'Sign in again. Your input is kept.'),
  entitlement_denied: words('Your plan does not include this', 'A larger plan does.'),
  payment_failed: words('A payment failed', 'Billable work waits until the failed invoice is paid.'),
  card_declined: words('The card was declined', 'Nothing was charged. Use another card, or ask your bank.'),
  sast_addon_required: words('This needs the SAST add-on', 'Core credits do not pay for SAST scans.'),
  seat_license_required: words(
    'No license is left this month',
    'Each person who works with Scangate uses one license a month.',
  ),
  budget_exhausted: words(
    'The budget is used up',
    'No more scans until it is raised or the next month starts.',
  ),
  insufficient_credits: words('Not enough credits', 'The balance of the pool is too low for this.'),
  insufficient_scope: words('This session may not do that', ask),
  role_required: words('Your role may not do that', ask),
  person_required: words('Only a person may do that', 'Sign in to the console and do it there.'),
  other_person_required: words(
    'Somebody else has to do that',
    'The requester cannot approve. Ask another owner or admin.',
  ),
  csrf_failed: words('The session changed in another tab', reload),
  reauthentication_required: words(
    'Confirm that it is you',
    'This needs a sign-in within the last 15 minutes.',
  ),
  sign_in_refused: words(
    'This sign-in is not allowed',
    'Your organization may require its own sign-in. Ask an owner.',
  ),
  no_organization: words(
    'You belong to no organization yet',
    'Ask an owner of your organization to invite you.',
  ),
  oidc_not_trusted: words('No trust rule allows this', 'Compare the claims of the token with the rules.'),
  managed_by_parent: words('Your parent organization manages billing', 'Ask its billing owner.'),
} as const;

const signIn = {
  authorization_pending: words('The person has not decided yet', again),
  slow_down: words('The command line polls too often', again),
  access_denied: words('The login was denied', 'Start it again from the command line.'),
  expired_token: words('The code has expired', 'Start the login again from the command line.'),
  sign_in_failed: words('The sign-in did not finish', 'Start it again from this browser.'),
  oidc_token_invalid: words(
    'The token is not valid',
    'It is expired, altered, or from an issuer that is not trusted.',
  ),
  oidc_token_used: words('The token was used before', 'Let the pipeline request a new one.'),
  invitation_expired: words('The invitation is no longer valid', 'Ask for a new one.'),
  user_code_not_found: words(
    'No command line is waiting with this code',
    'Compare the code, or start the login again.',
  ),
  trust_too_wide: words('The rule trusts too much', 'Name the repository or the owner by its id.'),
  sso_invalid: words(
    'The sign-on settings do not work',
    'Compare them with those of your identity provider.',
  ),
  domain_not_verified: words('The domain is not verified', 'Add the TXT record, then verify.'),
  domain_taken: words('Another organization has this domain', 'Contact support if it is yours.'),
  mail_unavailable: words('Mails cannot be sent now', again),
} as const;

const missing = {
  not_found: words('Not found', gone),
  repository_not_found: words('Repository not found', gone),
  scan_not_found: words('Scan not found', gone),
  project_unit_not_found: words('Project unit not found', gone),
  waiver_not_found: words('Waiver not found', gone),
  finding_not_found: words('Finding not found', gone),
  token_not_found: words('Token not found', gone),
  member_not_found: words('Member not found', gone),
  session_not_found: words('Session not found', 'It has already ended.'),
  organization_not_found: words('Organization not found', 'You may not be a member of it.'),
  invitation_not_found: words('Invitation not found', gone),
  trust_rule_not_found: words('Trust rule not found', gone),
  domain_not_found: words('Domain not found', gone),
  export_not_found: words('Export not found', gone),
  webhook_not_found: words('Webhook not found', gone),
  integration_not_found: words('Integration not found', gone),
  delivery_not_found: words('Delivery not found', gone),
  history_scan_not_found: words('History scan not found', gone),
  auditor_pack_not_found: words('Auditor pack not found', gone),
  link_not_found: words(
    'This link does not work',
    'It is expired, revoked or incomplete. Ask for a new one.',
  ),
  bundle_not_found: words('Bundle not found', gone),
  release_not_found: words('Release not found', gone),
  upload_not_found: words('Upload not found', 'Send the file again.'),
  sbom_not_found: words('This scan has no SBOM', 'No project unit of it has components.'),
  payload_expired: words('The details are past their retention', 'Verdict and summary stay.'),
} as const;

const states = {
  conflict: words(
    'The current state does not allow this',
    'It may have changed in the meantime: reload the page.',
  ),
  repository_paused: words(
    'This repository is paused',
    'Its last scans failed or were canceled. Change its settings, or wait an hour: the next such scan pauses it again.',
  ),
  scan_not_ended: words('The scan is still running', 'Wait for its verdict.'),
  scan_not_judged: words('There is no verdict', 'The scan failed or was canceled. Start another.'),
  not_attested: words('There is no verdict to attest', 'Only PASS and FAIL are signed.'),
  release_exists: words('This release exists already', 'Choose another version.'),
  member_not_scanned: words('A member has no scan to release', 'Scan each repository of the bundle first.'),
  finding_ambiguous: words('Several project units have this finding', 'Choose the project unit.'),
  upload_used: words('This upload was already scanned', 'Send the file again.'),
  idempotency_in_progress: words('The same request is still running', 'Wait for it, then check the result.'),
  etag_mismatch: words(
    'Somebody changed this since you read it',
    'The page shows the new version. Review it, then try again.',
  ),
  precondition_required: words('The page is out of date', reload),
  idempotency_key_reused: words('This was already sent with other values', reload),
  limit_reached: words('The limit is reached', 'Remove one that is not used.'),
  too_many_waivers: words('The limit of waivers is reached', 'Withdraw ones that you no longer need.'),
} as const;

const input = {
  malformed_json: words('The page sent something unreadable', reload),
  invalid_query: words('A filter is not valid', 'Clear the filters and set them again.'),
  invalid_cursor: words('This list has changed', 'Start from its first page.'),
  method_not_allowed: words('This page is older than the service', reload),
  not_acceptable: words('This format is not available', 'Choose another format.'),
  body_too_large: words('This is too large', 'Send a smaller file, or use the command line.'),
  unsupported_media_type: words('This kind of file is not supported', 'Send a lockfile or a CycloneDX SBOM.'),
  validation_failed: words('Some values are not valid', 'They are marked below.'),
  unknown_field: words('This page is older than the service', reload),
  both_artifacts: words('Only one file at a time', 'Send a lockfile or an SBOM.'),
  project_unit_required: words('Choose a project unit', 'A file belongs to one project unit.'),
  project_unit_foreign: words('This project unit belongs elsewhere', 'Choose one of this repository.'),
  lockfile_path_invalid: words('This path is not valid', 'Enter it relative to the root of the repository.'),
  unsupported_lockfile: words('This lockfile cannot be read', 'Compare the list of supported formats.'),
  sbom_invalid: words(
    'This SBOM cannot be read',
    'Send CycloneDX 1.2 to 1.7 as JSON; use the API for other formats.',
  ),
  scan_type_not_applicable: words('A scan type does not fit', 'Leave out the one that is marked.'),
  scans_not_comparable: words('These scans cannot be compared', 'Choose two ended scans of one repository.'),
  retention_over_plan: words('Your plan keeps details for less time', 'Choose fewer days.'),
  policy_too_large: words('The policy is too large', 'Remove entries that are not needed.'),
  waiver_too_broad: words('The waiver covers too much', 'Name the finding, the package or the path.'),
  waiver_not_permitted: words('The policy does not allow this waiver', ask),
  vex_invalid: words('This is not a VEX document', 'Send OpenVEX, CycloneDX VEX or CSAF as JSON.'),
  webhook_url_invalid: words('This URL is not valid', 'Use https and a public address.'),
  integration_refused: words('The provider refuses this', 'Compare the address and the credential.'),
  proof_too_large: words('The proof is too large', 'Choose a smaller scan.'),
  pack_period_invalid: words('This period is not valid', 'Choose a period that has ended.'),
  repository_url_invalid: words('This URL is not valid', 'Use the https URL of a git repository.'),
  repository_unreachable: words(
    'The repository cannot be reached',
    'Compare the address and the credential.',
  ),
} as const;

const failures = {
  rate_limited: words('Too many requests', again),
  system_error: words(
    'Something failed on our side',
    'Nothing is lost. Try again; if it persists, give support the request id.',
  ),
  temporarily_unavailable: words('The service is busy', again),
} as const;

/** The words for each problem code. A code without words does not compile. */
const problems: Readonly<Record<ProblemCode, ProblemWords>> = defineMessages({
  ...refusals,
  ...signIn,
  ...missing,
  ...states,
  ...input,
  ...failures,
});

const unknownProblem = defineMessages({
  title: 'The service refused this',
  help: 'This page may be older than the service. Reload it.',
});

/** The words for a problem, also for a code that this page does not know yet. */
export const problemWords = (code: string): ProblemWords =>
  Object.hasOwn(problems, code) ? problems[code as ProblemCode] : unknownProblem;

/** Words for what failed on the way. */
export const failureMessages = defineMessages({
  connectionLost: {
    title: 'The connection was lost',
    help: 'It is unknown whether the request was processed. Trying again is safe: nothing happens twice.',
  },
  offline: {
    title: 'You are offline',
    help: 'Nothing was sent. Your input is kept; send it again once you are online.',
  },
  unexpected: { title: 'This part of the page failed', help: reload },
  request: 'Request',
});
