import type { PublishedPoms } from '@scangate/engines/model/poms/published-poms';
import type { Advisories } from '#ports/advisories.ts';
import type { ArtifactCheck } from '#ports/artifact-check.ts';
import type { RuleTrial } from '#ports/scans/rule-trial.ts';
import type { Histories } from '#ports/history/histories.ts';
import type { HistoryReader } from '#ports/history/history-reader.ts';
import type { HistoryStarter } from '#ports/history/history-starter.ts';
import type { AuditorPackStarter } from '#ports/evidence/auditor-pack-starter.ts';
import type { ObjectRemover, ObjectStore } from '#ports/blobs.ts';
import type { LicenseData, LicenseSource } from '#ports/license-source.ts';
import type { ErasureStarter, ExportStarter } from '#ports/offboarding/offboarding-workflows.ts';
import type { Mailer } from '#ports/mail/mailer.ts';
import type { RechargeStarter } from '#ports/recharge-starter.ts';
import type { ScanTasks } from '#ports/scans/scan-tasks.ts';
import type { SourceCheck, SourceFetcher, Sources } from '#ports/git-sources.ts';
import type { PaymentProvider, PaymentEventReader } from '#ports/payment-provider.ts';
import type { SecretDecrypter, SecretEncrypter } from '#ports/secret-cipher.ts';
import type { FingerprintKeys } from '#ports/scans/fingerprint-keys.ts';
import type { SnapshotRecords } from '#ports/advisory-watch/snapshot-records.ts';
import type { WatchLists, WatchStarter } from '#ports/advisory-watch/watch-workflow.ts';
import type { WorkflowResumer, WorkflowStarter, WorkflowStopper } from '#ports/workflow.ts';
import { advisoriesPrefix, licensesPrefix, watchPrefix } from './blob-areas.ts';
import {
  type Permission,
  type PermissionTable,
  port,
  objectReading,
  objectWriting,
  objectRemoving,
} from './permissions/permission.ts';
import { eventPermissions } from './permissions/event-permissions.ts';
import { identityPermissions } from './permissions/identity-permissions.ts';
import { recordPermissions } from './permissions/record-permissions.ts';

/** Everything that a function can declare in its needs (docs/adr/0024-least-privilege.md). */
export const permissions = {
  ...recordPermissions,
  ...identityPermissions,
  ...eventPermissions,
  workflow: {
    start: {
      port: port<{ workflow: WorkflowStarter }>(),
      environment: ['SCAN_WORKFLOW_ARN'],
      grant: [{ actions: ['states:StartExecution'], resource: 'scanWorkflow' }],
    },
    resume: {
      port: port<{ workflow: WorkflowResumer }>(),
      environment: ['SCAN_WORKFLOW_ARN'],
      grant: [{ actions: ['states:StartExecution'], resource: 'scanWorkflow' }],
    },
    stop: {
      port: port<{ workflow: WorkflowStopper }>(),
      environment: ['SCAN_WORKFLOW_ARN'],
      grant: [{ actions: ['states:StopExecution'], resource: 'scanWorkflowExecutions' }],
    },
  },
  artifactCheck: {
    invoke: {
      port: port<{ artifactCheck: ArtifactCheck }>(),
      environment: ['CHECK_ARTIFACT_FUNCTION'],
      grant: [{ actions: ['lambda:InvokeFunction'], resource: 'checkArtifactFunction' }],
    },
  },
  ruleTrial: {
    invoke: {
      port: port<{ ruleTrial: RuleTrial }>(),
      environment: ['TRY_RULES_FUNCTION'],
      grant: [{ actions: ['lambda:InvokeFunction'], resource: 'tryRulesFunction' }],
    },
  },
  repositorySecrets: {
    encrypt: {
      port: port<{ repositorySecrets: SecretEncrypter }>(),
      environment: ['CREDENTIALS_KEY_ID'],
      grant: [{ actions: ['kms:Encrypt'], resource: 'credentialsKey' }],
    },
    decrypt: {
      port: port<{ repositorySecrets: SecretDecrypter }>(),
      environment: ['CREDENTIALS_KEY_ID'],
      grant: [{ actions: ['kms:Decrypt'], resource: 'credentialsKey' }],
    },
  },
  fingerprintKeys: {
    port: port<{ fingerprintKeys: FingerprintKeys }>(),
    environment: ['FINGERPRINT_KEY_ID'],
    grant: [{ actions: ['kms:GenerateMac'], resource: 'fingerprintKey' }],
  },
  sourceFetcher: {
    invoke: {
      port: port<{ sourceFetcher: SourceFetcher }>(),
      environment: ['FETCH_SOURCE_FUNCTION', 'FETCH_SMALL_SOURCE_FUNCTION'],
      grant: [{ actions: ['lambda:InvokeFunction'], resource: 'fetchSourceFunctions' }],
    },
  },
  historyReader: {
    invoke: {
      port: port<{ historyReader: HistoryReader }>(),
      environment: ['READ_HISTORY_FUNCTION'],
      grant: [{ actions: ['lambda:InvokeFunction'], resource: 'readHistoryFunction' }],
    },
  },
  scanTasks: {
    invoke: {
      port: port<{ scanTasks: ScanTasks }>(),
      environment: ['SCAN_SMALL_UNITS_FUNCTION', 'COMPARE_BASE_FUNCTION', 'TRACK_DEFAULT_BRANCH_FUNCTION'],
      grant: [{ actions: ['lambda:InvokeFunction'], resource: 'scanTaskFunctions' }],
    },
  },
  sourceCheck: {
    invoke: {
      port: port<{ sourceCheck: SourceCheck }>(),
      environment: ['CHECK_SOURCE_FUNCTION', 'ALLOWED_SOURCES'],
      grant: [{ actions: ['lambda:InvokeFunction'], resource: 'checkSourceFunction' }],
    },
  },
  sources: {
    port: port<{ sources: Sources & Histories }>(),
    environment: ['ALLOWED_SOURCES', 'PRIVATE_HOSTS'],
    grant: [],
  },
  advisories: {
    read: {
      port: port<{ advisories: Advisories; licenseData: LicenseData }>(),
      environment: ['DATA_BUCKET'],
      grant: objectReading(advisoriesPrefix),
    },
    write: {
      port: port<{ objects: ObjectStore & ObjectRemover }>(),
      environment: ['DATA_BUCKET'],
      grant: [
        ...objectReading(advisoriesPrefix),
        objectWriting(advisoriesPrefix),
        objectRemoving(advisoriesPrefix),
      ],
    },
  },
  publishedPoms: {
    read: {
      port: port<{ publishedPoms: PublishedPoms }>(),
      environment: ['DATA_BUCKET'],
      grant: objectReading(advisoriesPrefix),
    },
  },
  snapshots: {
    read: {
      port: port<{ snapshots: SnapshotRecords }>(),
      environment: ['DATA_BUCKET'],
      grant: objectReading(advisoriesPrefix),
    },
  },
  licenseSource: {
    port: port<{ licenseSource: LicenseSource }>(),
    environment: ['DATA_BUCKET', 'LICENSE_SOURCE'],
    grant: [...objectReading(licensesPrefix), objectWriting(licensesPrefix)],
  },
  paymentProvider: {
    port: port<{ paymentProvider: PaymentProvider }>(),
    environment: ['STRIPE_SECRET_PARAMETER', 'BILLING_RETURN_URL', 'AUTOMATIC_TAX'],
    grant: [
      { actions: ['ssm:GetParameter'], resource: 'stripeSecretParameter' },
      { actions: ['kms:Decrypt'], resource: 'stripeSecretParameterKey' },
    ],
  },
  paymentEvents: {
    port: port<{ paymentEvents: PaymentEventReader }>(),
    environment: ['STRIPE_WEBHOOK_SECRET_PARAMETER'],
    grant: [
      { actions: ['ssm:GetParameter'], resource: 'stripeWebhookSecretParameter' },
      { actions: ['kms:Decrypt'], resource: 'stripeWebhookSecretParameterKey' },
    ],
  },
  recharge: {
    start: {
      port: port<{ recharge: RechargeStarter }>(),
      environment: ['RECHARGE_WORKFLOW_ARN'],
      grant: [{ actions: ['states:StartExecution'], resource: 'rechargeWorkflow' }],
    },
  },
  watch: {
    start: {
      port: port<{ watch: WatchStarter }>(),
      environment: ['WATCH_WORKFLOW_ARN'],
      grant: [{ actions: ['states:StartExecution'], resource: 'watchWorkflow' }],
    },
    list: {
      port: port<{ lists: WatchLists }>(),
      environment: ['DATA_BUCKET'],
      grant: [{ actions: ['s3:PutObject'], resource: 'objects', prefix: watchPrefix }],
    },
  },
  erasure: {
    start: {
      port: port<{ erasure: ErasureStarter }>(),
      environment: ['ERASURE_WORKFLOW_ARN'],
      grant: [{ actions: ['states:StartExecution'], resource: 'erasureWorkflow' }],
    },
  },
  exportWorkflow: {
    start: {
      port: port<{ exportStarter: ExportStarter }>(),
      environment: ['EXPORT_WORKFLOW_ARN'],
      grant: [{ actions: ['states:StartExecution'], resource: 'exportWorkflow' }],
    },
  },
  auditorPackWorkflow: {
    start: {
      port: port<{ auditorPacks: AuditorPackStarter }>(),
      environment: ['AUDITOR_PACK_WORKFLOW_ARN'],
      grant: [{ actions: ['states:StartExecution'], resource: 'auditorPackWorkflow' }],
    },
  },
  historyWorkflow: {
    start: {
      port: port<{ historyWorkflow: HistoryStarter }>(),
      environment: ['HISTORY_WORKFLOW_ARN'],
      grant: [{ actions: ['states:StartExecution'], resource: 'historyWorkflow' }],
    },
  },
  mailer: {
    port: port<{ mailer: Mailer }>(),
    environment: ['MAIL_FROM'],
    grant: [{ actions: ['ses:SendEmail'], resource: 'mailSender' }],
  },
} as const satisfies PermissionTable;

type Leaves<T> = T extends Permission ? T : { [K in keyof T]: Leaves<T[K]> }[keyof T];

/** Every environment variable that a permission uses. */
export type EnvironmentName = Leaves<typeof permissions>['environment'][number];
