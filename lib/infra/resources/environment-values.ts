import type { EnvironmentName } from '#contract/permissions.ts';
import { liveWorkflow } from '../deployments/live-workflow.ts';
import { existing, type SharedResources } from './service-resources.ts';

/** The value of each environment variable that a permission takes. */
export const environmentValues: Readonly<Record<EnvironmentName, (shared: SharedResources) => string>> = {
  CORE_TABLE: ({ tables: { Core } }) => Core.tableName,
  LEDGER_TABLE: ({ tables: { Ledger } }) => Ledger.tableName,
  TOKENS_TABLE: ({ tables: { Tokens } }) => Tokens.tableName,
  DATA_BUCKET: ({ dataBucket }) => dataBucket.bucketName,
  SCAN_WORKFLOW_ARN: ({ scanWorkflow }) => liveWorkflow(existing(scanWorkflow, 'the scan workflow').arn),
  RECHARGE_WORKFLOW_ARN: ({ rechargeWorkflowArn }) =>
    liveWorkflow(existing(rechargeWorkflowArn, 'the recharge workflow')),
  ERASER_ROLE_ARN: ({ eraserRoleArn }) => existing(eraserRoleArn, 'the eraser role'),
  ERASURE_WORKFLOW_ARN: ({ erasureWorkflowArn }) =>
    liveWorkflow(existing(erasureWorkflowArn, 'the erasure workflow')),
  EXPORT_WORKFLOW_ARN: ({ exportWorkflowArn }) =>
    liveWorkflow(existing(exportWorkflowArn, 'the export workflow')),
  AUDITOR_PACK_WORKFLOW_ARN: ({ auditorPackWorkflowArn }) =>
    liveWorkflow(existing(auditorPackWorkflowArn, 'the auditor pack workflow')),
  HISTORY_WORKFLOW_ARN: ({ historyWorkflowArn }) =>
    liveWorkflow(existing(historyWorkflowArn, 'the history workflow')),
  READ_HISTORY_FUNCTION: ({ readHistoryArn }) => existing(readHistoryArn, 'read-history'),
  WATCH_WORKFLOW_ARN: ({ watchWorkflowArn }) =>
    liveWorkflow(existing(watchWorkflowArn, 'the watch workflow')),
  TRY_RULES_FUNCTION: ({ tryRulesArn }) => existing(tryRulesArn, 'try-rules'),
  CHECK_ARTIFACT_FUNCTION: ({ checkArtifactArn }) => existing(checkArtifactArn, 'check-artifact'),
  FETCH_SOURCE_FUNCTION: ({ fetchSourceArns }) => existing(fetchSourceArns, 'fetch-source').any,
  FETCH_SMALL_SOURCE_FUNCTION: ({ fetchSourceArns }) => existing(fetchSourceArns, 'fetch-small-source').small,
  SCAN_SMALL_UNITS_FUNCTION: ({ scanTasks }) => existing(scanTasks, 'the tasks of scans').scanSmallUnitsArn,
  COMPARE_BASE_FUNCTION: ({ scanTasks }) => existing(scanTasks, 'the tasks of scans').compareBaseArn,
  TRACK_DEFAULT_BRANCH_FUNCTION: ({ scanTasks }) =>
    existing(scanTasks, 'the tasks of scans').trackDefaultBranchArn,
  CHECK_SOURCE_FUNCTION: ({ checkSourceArn }) => existing(checkSourceArn, 'check-source'),
  DISPATCH_EVENTS_FUNCTION: ({ eventFunctions }) => eventFunctions.dispatchArn,
  DELIVER_FUNCTION: ({ eventFunctions }) => eventFunctions.deliverArn,
  CREDENTIALS_KEY_ID: ({ credentialsKey }) => credentialsKey.keyArn,
  LEDGER_KEY_ID: ({ ledgerKey }) => ledgerKey.keyArn,
  SIGNING_KEY_ID: ({ signingKeys: [{ key }] }) => key.keyArn,
  VERIFICATION_KEYS: ({ signingKeys }) =>
    signingKeys.map(({ key, state }) => `${key.keyArn}=${state}`).join(','),
  FINGERPRINT_KEY_ID: ({ fingerprintKey }) => fingerprintKey.keyArn,
  LEDGER_SEALS_BUCKET: ({ ledgerSeals }) => ledgerSeals.bucketName,
  ALLOWED_SOURCES: ({ allowedSources }) => allowedSources,
  PRIVATE_HOSTS: ({ privateHosts }) => privateHosts,
  LICENSE_SOURCE: ({ licenseSource }) => licenseSource,
  STRIPE_SECRET_PARAMETER: ({ payments }) => payments.secretParameter,
  STRIPE_WEBHOOK_SECRET_PARAMETER: ({ payments }) => payments.webhookSecretParameter,
  BILLING_RETURN_URL: ({ payments }) => payments.returnUrl,
  AUTOMATIC_TAX: ({ payments }) => String(payments.automaticTax),
  SIGN_IN_PARAMETER: ({ signIn }) => signIn.parameter,
  OIDC_SECRET_PARAMETER: ({ signIn }) => signIn.secretParameter,
  ALLOWED_ISSUERS: ({ signIn }) => signIn.allowedIssuers,
  SIGN_UP: ({ signIn }) => signIn.signUp,
  SIGN_UP_DOMAINS: ({ signIn }) => signIn.signUpDomains,
  CONSOLE: ({ signIn }) => String(signIn.console),
  DNS_SERVERS: ({ signIn }) => signIn.dnsServers,
  ORGANIZATION_RATE: ({ signIn }) => String(signIn.organizationRate),
  ACTIVE_SCANS: ({ activeScans }) => String(activeScans),
  EXCHANGE_RATE: ({ signIn }) => String(signIn.exchangeRate),
  MAIL_FROM: ({ mailFrom }) => mailFrom,
};
