/**
 * The codes of every expected refusal of the service. The code is the contract; status and title follow from it (RFC
 * 9457).
 */
export const problemCodes = {
  malformed_json: [400, 'The body cannot be read'],
  invalid_query: [400, 'A query parameter is not valid'],
  authorization_pending: [400, 'The person has not decided yet'],
  slow_down: [400, 'The command line polls too often'],
  access_denied: [400, 'The login was denied'],
  expired_token: [400, 'The device code is no longer valid'],
  sign_in_failed: [400, 'The sign-in did not complete'],
  invalid_cursor: [400, 'The cursor was altered or is from another service'],
  unauthenticated: [401, 'A valid credential is required'],
  oidc_token_invalid: [401, 'The JWT is not valid'],
  entitlement_denied: [402, 'The plan does not include this'],
  payment_failed: [402, 'A subscription payment failed and is unresolved'],
  card_declined: [402, 'The card was declined'],
  sast_addon_required: [402, 'An active SAST add-on is required'],
  seat_license_required: [402, 'No license is left this calendar month'],
  budget_exhausted: [402, 'The budget of the organization is exhausted'],
  insufficient_credits: [402, 'The credit pool cannot pay for this'],
  insufficient_scope: [403, 'The credential lacks a scope'],
  role_required: [403, 'The role does not allow this'],
  person_required: [403, 'This needs a session or a personal token'],
  other_person_required: [403, 'This needs another person'],
  csrf_failed: [403, 'The request does not come from the console of this session'],
  reauthentication_required: [403, 'This needs a recent sign-in'],
  sign_in_refused: [403, 'This sign-in is not allowed'],
  no_organization: [403, 'The person has no organization'],
  oidc_not_trusted: [403, 'No trust rule allows this JWT'],
  managed_by_parent: [403, 'Billing is managed by the parent account'],
  not_found: [404, 'Not found'],
  repository_not_found: [404, 'No such repository'],
  scan_not_found: [404, 'No such scan'],
  history_scan_not_found: [404, 'No such history scan'],
  project_unit_not_found: [404, 'No such project unit'],
  waiver_not_found: [404, 'No such waiver'],
  finding_not_found: [404, 'No such finding'],
  token_not_found: [404, 'No such token'],
  member_not_found: [404, 'No such member'],
  session_not_found: [404, 'No such session'],
  organization_not_found: [404, 'No such organization'],
  invitation_not_found: [404, 'No such invitation'],
  user_code_not_found: [404, 'No command line waits with this code'],
  trust_rule_not_found: [404, 'No such trust rule'],
  domain_not_found: [404, 'No such domain'],
  export_not_found: [404, 'No such export'],
  webhook_not_found: [404, 'No such webhook'],
  integration_not_found: [404, 'No such integration'],
  delivery_not_found: [404, 'No such delivery'],
  auditor_pack_not_found: [404, 'No such auditor pack'],
  link_not_found: [404, 'No such link'],
  bundle_not_found: [404, 'No such bundle'],
  release_not_found: [404, 'No such release'],
  upload_not_found: [404, 'No such upload'],
  sbom_not_found: [404, 'This scan has no SBOM'],
  method_not_allowed: [405, 'The method is not allowed here'],
  not_acceptable: [406, 'None of the accepted media types is available'],
  conflict: [409, 'The current state does not allow this'],
  repository_paused: [409, 'The repository is paused after failed scans'],
  scan_not_ended: [409, 'The scan has not ended yet'],
  scan_not_judged: [409, 'The scan failed or was canceled: nothing was judged'],
  not_attested: [409, 'The scan has no verdict to attest'],
  release_exists: [409, 'The bundle already has this release'],
  member_not_scanned: [409, 'A member of the bundle has no scan to release'],
  finding_ambiguous: [409, 'Several project units have this finding'],
  upload_used: [409, 'The upload was already used for a scan'],
  oidc_token_used: [409, 'The JWT was used before'],
  domain_taken: [409, 'Another organization has this domain'],
  idempotency_in_progress: [409, 'A request with this Idempotency-Key is still running'],
  invitation_expired: [410, 'The invitation is no longer valid'],
  payload_expired: [410, 'The payload is past its retention'],
  etag_mismatch: [412, 'The resource changed since it was read'],
  body_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'The media type is not supported'],
  validation_failed: [422, 'The request is well-formed but not valid'],
  unknown_field: [422, 'The request has an unknown field'],
  both_artifacts: [422, 'Only one of lockfile and sbom may be present'],
  project_unit_required: [422, 'An artifact needs a projectUnitId'],
  project_unit_foreign: [422, 'The project unit belongs to another repository'],
  lockfile_path_invalid: [422, 'The lockfile path is not valid'],
  unsupported_lockfile: [422, 'The lockfile cannot be read'],
  sbom_invalid: [422, 'The SBOM cannot be read'],
  scan_type_not_applicable: [422, 'A scan type is not usable'],
  scans_not_comparable: [422, 'These scans cannot be compared'],
  retention_over_plan: [422, 'The plan does not keep payloads that long'],
  policy_too_large: [422, 'The policy is too large'],
  waiver_too_broad: [422, 'The waiver covers too much'],
  waiver_not_permitted: [422, 'The policy forbids this waiver'],
  too_many_waivers: [422, 'The limit of waivers is reached'],
  vex_invalid: [422, 'The document is not a readable VEX document'],
  webhook_url_invalid: [422, 'The URL of the webhook is not valid'],
  integration_refused: [422, 'The provider refuses the integration'],
  limit_reached: [422, 'The limit is reached'],
  proof_too_large: [422, 'The proof is too large'],
  pack_period_invalid: [422, 'The period of the auditor pack is not valid'],
  trust_too_wide: [422, 'The trust rule trusts too much'],
  sso_invalid: [422, 'The sign-on settings are not valid'],
  domain_not_verified: [422, 'The domain is not verified'],
  idempotency_key_reused: [422, 'The Idempotency-Key was used with another request'],
  repository_url_invalid: [422, 'The repository URL is not valid'],
  repository_unreachable: [422, 'The repository cannot be reached with this URL and credential'],
  precondition_required: [428, 'If-Match is required'],
  rate_limited: [429, 'Too many requests'],
  system_error: [500, 'Internal error'],
  mail_unavailable: [503, 'Mails cannot be sent'],
  temporarily_unavailable: [503, 'Temporarily unavailable'],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof problemCodes;

/** One invalid place in a request; `pointer` is a JSON Pointer into the body (RFC 6901). */
export interface ProblemPart {
  pointer: string;
  code: string;
  detail: string;
  hint?: string;
}

export interface ProblemMembers {
  detail?: string;
  errors?: ProblemPart[];
  retryAfterSeconds?: number;
  /** The methods of a path, for 405. */
  allow?: string;
  [member: string]: unknown;
}

/** An expected refusal. It can be thrown anywhere and is mapped to problem+json in one place, in the runtime. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly members: ProblemMembers;

  constructor(code: ProblemCode, members: ProblemMembers = {}) {
    const [status, title] = problemCodes[code];
    super(members.detail ?? title);
    this.name = 'Problem';
    this.code = code;
    this.status = status;
    this.title = title;
    this.members = members;
  }

  /** Whether the same request may succeed later without any change. */
  get retryable(): boolean {
    return this.status === 429 || this.status >= 500 || this.code === 'idempotency_in_progress';
  }
}

/** Thrown when something outside the service failed. The message is for the log; a client gets `problem`. */
export abstract class ExternalFailure extends Error {
  abstract get problem(): Problem;
}

/** Thrown when something outside failed and a retry may help. A request gets 503; a workflow retries it. */
export class Transient extends ExternalFailure {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Transient';
  }

  override get problem(): Problem {
    return new Problem('temporarily_unavailable', { retryAfterSeconds: 5 });
  }
}
