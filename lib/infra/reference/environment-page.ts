import type { EnvironmentName } from '#contract/permissions.ts';
import { environmentOf } from '#contract/permissions/declared-permissions.ts';
import type { FunctionSpec } from '#contract/function.ts';
import { code, page, table } from './markdown.ts';

const meanings: Readonly<Record<EnvironmentName, string>> = {
  CORE_TABLE: 'Name of the table of organizations, scans and accounts.',
  LEDGER_TABLE: 'Name of the table of ledger entries and seals.',
  TOKENS_TABLE: 'Name of the table of tokens.',
  DATA_BUCKET: 'Name of the bucket of artifacts, sources, results and advisories.',
  SCAN_WORKFLOW_ARN: 'ARN of the scan workflow.',
  WATCH_WORKFLOW_ARN: 'ARN of the state machine that judges units again when advisories are published.',
  ERASER_ROLE_ARN: 'ARN of the role that may delete, for the organization of its session tag.',
  ERASURE_WORKFLOW_ARN: 'ARN of the erasure workflow.',
  EXPORT_WORKFLOW_ARN: 'ARN of the export workflow.',
  HISTORY_WORKFLOW_ARN: 'ARN of the workflow that scans histories.',
  READ_HISTORY_FUNCTION: 'ARN of the function that reads histories from git hosts.',
  AUDITOR_PACK_WORKFLOW_ARN: 'ARN of the workflow that writes auditor packs.',
  RECHARGE_WORKFLOW_ARN: 'ARN of the recharge workflow.',
  TRY_RULES_FUNCTION: 'ARN of the function that compiles and tries rules of organizations.',
  CHECK_ARTIFACT_FUNCTION: 'ARN of the function that parses uploaded artifacts.',
  FETCH_SOURCE_FUNCTION: 'ARN of the function that fetches commits from git hosts.',
  FETCH_SMALL_SOURCE_FUNCTION: 'ARN of the function that fetches commits of small repositories.',
  SCAN_SMALL_UNITS_FUNCTION: 'ARN of the function that scans small units.',
  COMPARE_BASE_FUNCTION: 'ARN of the function that compares a scan with its base.',
  TRACK_DEFAULT_BRANCH_FUNCTION: 'ARN of the function that updates the default branch from a scan.',
  CHECK_SOURCE_FUNCTION: 'ARN of the function that asks git hosts about a repository.',
  DISPATCH_EVENTS_FUNCTION: 'ARN of the function that makes the deliveries of events.',
  DELIVER_FUNCTION: 'ARN of the function that sends the deliveries of a subscriber.',
  CREDENTIALS_KEY_ID: 'ARN of the KMS key of git credentials.',
  SIGNING_KEY_ID: 'ARN of the KMS key that signs verdicts.',
  VERIFICATION_KEYS: 'The KMS keys that verify verdicts, the newest first: `arn=state`, separated by commas.',
  FINGERPRINT_KEY_ID: 'ARN of the KMS key from which the keys of fingerprints are derived.',
  LEDGER_KEY_ID: 'ARN of the KMS key that signs seals of the ledger.',
  LEDGER_SEALS_BUCKET: 'Name of the locked bucket of signed seals.',
  ALLOWED_SOURCES: 'Comma-separated kinds of git sources.',
  PRIVATE_HOSTS:
    'Comma-separated private hosts, each with what may connect to it, such as `webhook:hooks.example`.',
  LICENSE_SOURCE: '`off` or `deps.dev`.',
  STRIPE_SECRET_PARAMETER:
    "Name of the parameter with Stripe's secret key; empty where no payments are taken.",
  STRIPE_WEBHOOK_SECRET_PARAMETER:
    "Name of the parameter with the secret of Stripe's webhook; empty likewise.",
  BILLING_RETURN_URL: 'Where people return to after paying; empty likewise.',
  AUTOMATIC_TAX: '`true` where Stripe computes taxes.',
  SIGN_IN_PARAMETER:
    'Name of the parameter with issuer, client and public address; empty where nobody can sign in.',
  OIDC_SECRET_PARAMETER:
    'Name of the parameter with the secret of the client; empty for a client without one.',
  ALLOWED_ISSUERS: 'Comma-separated kinds of addresses that issuers may have.',
  SIGN_UP: '`off`, `domains` or `open`.',
  SIGN_UP_DOMAINS: 'Comma-separated domains whose addresses may sign up; with `domains` only.',
  CONSOLE: '`true` where the deployment has the console.',
  DNS_SERVERS: 'Comma-separated name servers; empty for those of the system.',
  ORGANIZATION_RATE: 'Requests of an organization in a minute.',
  ACTIVE_SCANS: 'The most active scans of an organization.',
  EXCHANGE_RATE: 'Exchanges of pipeline tokens of an organization in a minute.',
  MAIL_FROM: 'Sender of mails; empty where no mails are sent.',
};

/** Writes the page of the functions' environment variables, which follow from their needs. */
export const environmentPage = (functions: readonly FunctionSpec[]): string => {
  const usersOf = (variable: EnvironmentName): string => {
    const users = functions.filter(({ needs }) => environmentOf(needs).includes(variable));
    return users.length > 8 ? `${users.length} functions` : users.map(({ name }) => code(name)).join(', ');
  };
  const variables = Object.keys(meanings) as EnvironmentName[];
  return page(
    'Environment',
    'The deployment sets these variables for the functions whose needs they belong to, and for all `LOG_LEVEL`, ' +
      '`METRIC_NAMESPACE`, in which they count, and `MALLOC_ARENA_MAX`, which has freed memory used by all threads. ' +
      '`ALLOWED_METHODS` has the methods of a path for its first endpoint, which refuses all others with 405.',
    table(
      ['Variable', 'Meaning', 'Functions'],
      variables.map((variable) => [code(variable), meanings[variable], usersOf(variable)]),
    ),
  );
};
