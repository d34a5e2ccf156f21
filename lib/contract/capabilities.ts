import type { RecordName } from '@scangate/domain/change';
import type { Advisories } from '#ports/advisories.ts';
import type { ArtifactCheck } from '#ports/artifact-check.ts';
import type {
  BlobLinker,
  BlobLister,
  BlobPresigner,
  BlobReader,
  BlobRemover,
  BlobStreamer,
  BlobWriter,
  ObjectRemover,
  ObjectStore,
} from '#ports/blobs.ts';
import type { JwtVerifier } from '#ports/jwt-verifier.ts';
import type { LicenseData, LicenseSource } from '#ports/license-source.ts';
import type { Erasers } from '#ports/leaving/eraser.ts';
import type { OrganizationRows } from '#ports/leaving/organization-rows.ts';
import type { ErasureStarter, ExportStarter } from '#ports/leaving/leaving-workflows.ts';
import type { MailOutbox } from '#ports/mail-outbox.ts';
import type { PublicAddress } from '#ports/public-address.ts';
import type { Mailer } from '#ports/mailer.ts';
import type { RechargeStarter } from '#ports/recharge-starter.ts';
import type { SignInProvider } from '#ports/sign-in.ts';
import type { SourceCheck, SourceFetcher, Sources } from '#ports/sources.ts';
import type { PaymentProvider, PaymentEventReader } from '#ports/payment-provider.ts';
import type { TxtRecords } from '#ports/txt-records.ts';
import type {
  FingerprintKeys,
  SealWitness,
  SsoSecretContext,
  VaultOpener,
  VaultSealer,
} from '#ports/vault.ts';
import type { SnapshotRecords } from '#ports/watch/snapshot-records.ts';
import type { WatchLists, WatchStarter } from '#ports/watch/watch-workflow.ts';
import type { WorkflowStarter, WorkflowStopper } from '#ports/workflow.ts';
import { advisoriesPrefix, licensesPrefix, watchPrefix, type BlobArea } from './blob-areas.ts';
import type { Grant } from './grant.ts';
import type { BlobAccess, Needs } from './needs.ts';

type LedgerRecord = 'ledgerEntry' | 'ledgerSeal';
/** The records of the Tokens table: credentials, and one-time items beside them. */
type TokensRecord = 'token' | 'signIn' | 'usedCredential' | 'invitationSecret';
type CoreRecord = Exclude<RecordName, LedgerRecord | TokensRecord>;

/** Ports that a capability gives to a handler; only the compiler knows their types. */
export interface PortTypes<P> {
  readonly ports?: P;
}
const port = <P>(): PortTypes<P> => ({});

/** The part of the store that a capability opens; the parts of one function are merged into one store. */
export interface StorePart<Reads extends RecordName, Writes extends RecordName> {
  reads: Reads;
  writes: Writes;
}
const storePart = <Reads extends RecordName, Writes extends RecordName = never>() =>
  port<{ store: StorePart<Reads, Writes> }>();

/** The port of each access to objects of the areas `A`. */
export interface BlobPorts<A extends BlobArea> extends Record<BlobAccess, unknown> {
  read: BlobReader<A>;
  write: BlobWriter<A>;
  stream: BlobStreamer<A>;
  presign: BlobPresigner<A>;
  remove: BlobRemover<A>;
  list: BlobLister<A>;
  link: BlobLinker<A>;
}
const blobPort = <Access extends BlobAccess>() => port<{ blobs: BlobPorts<BlobArea>[Access] }>();

export interface Capability {
  port: PortTypes<unknown>;
  /** Environment variables that the ports are made from. */
  environment: readonly string[];
  grant: readonly Grant[];
}
/** A need with levels has a capability for each of its levels. */
type CapabilitiesOf<Need> = Need extends true
  ? Capability
  : Need extends string
    ? Record<Need, Capability>
    : { [Level in keyof Required<Need>]: Capability };
/** One capability for every need and level: a need that lacks one, or a part of it, does not compile. */
export type CapabilityTable<N = Needs> = {
  [Need in keyof N]-?: CapabilitiesOf<NonNullable<N[Need]>>;
};

const reading = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const writing = [...reading, 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:ConditionCheckItem'];

/** Without the listing S3 answers 403 for a missing key. */
const objectReading = (prefix?: string): Grant[] => [
  { actions: ['s3:GetObject'], resource: 'objects', ...(prefix && { prefix }) },
  { actions: ['s3:ListBucket'], resource: 'bucketListing', ...(prefix && { prefix }) },
];
const objectWriting = (prefix?: string): Grant => ({
  actions: ['s3:PutObject', 's3:AbortMultipartUpload'],
  resource: 'objects',
  ...(prefix && { prefix }),
});
const objectRemoving = (prefix?: string): Grant => ({
  actions: ['s3:DeleteObject'],
  resource: 'objects',
  ...(prefix && { prefix }),
});

/** Everything that a function can declare in its needs (docs/adr/0024-least-privilege.md). */
export const capabilities = {
  core: {
    read: {
      port: storePart<CoreRecord>(),
      environment: ['CORE_TABLE'],
      grant: [{ actions: reading, resource: 'coreTable' }],
    },
    write: {
      port: storePart<CoreRecord, CoreRecord>(),
      environment: ['CORE_TABLE'],
      grant: [{ actions: writing, resource: 'coreTable' }],
    },
  },
  ledger: {
    read: {
      port: storePart<LedgerRecord>(),
      environment: ['LEDGER_TABLE'],
      grant: [{ actions: reading, resource: 'ledgerTable' }],
    },
    append: {
      port: storePart<LedgerRecord, 'ledgerEntry'>(),
      environment: ['LEDGER_TABLE'],
      grant: [
        { actions: reading, resource: 'ledgerTable' },
        { actions: ['dynamodb:PutItem'], resource: 'ledgerEntries' },
      ],
    },
    seal: {
      port: storePart<LedgerRecord, LedgerRecord>(),
      environment: ['LEDGER_TABLE'],
      grant: [
        { actions: reading, resource: 'ledgerTable' },
        { actions: ['dynamodb:PutItem'], resource: 'ledgerEntries' },
        { actions: ['dynamodb:PutItem'], resource: 'ledgerSealRows' },
      ],
    },
  },
  ledgerSeals: {
    witness: {
      port: port<{ witness: SealWitness }>(),
      environment: ['LEDGER_KEY_ID', 'LEDGER_SEALS_BUCKET'],
      grant: [
        { actions: ['kms:Sign', 'kms:Verify'], resource: 'ledgerKey' },
        { actions: ['s3:GetObject', 's3:PutObject'], resource: 'ledgerSeals' },
        { actions: ['s3:ListBucket'], resource: 'ledgerSealsListing' },
      ],
    },
  },
  tokens: {
    read: {
      port: storePart<TokensRecord>(),
      environment: ['TOKENS_TABLE'],
      grant: [{ actions: reading, resource: 'tokensTable' }],
    },
    write: {
      port: storePart<TokensRecord, TokensRecord>(),
      environment: ['TOKENS_TABLE'],
      grant: [{ actions: writing, resource: 'tokensTable' }],
    },
  },
  // A function names the areas in its needs; their prefixes limit these grants.
  blobs: {
    read: { port: blobPort<'read'>(), environment: ['DATA_BUCKET'], grant: objectReading() },
    write: { port: blobPort<'write'>(), environment: ['DATA_BUCKET'], grant: [objectWriting()] },
    stream: { port: blobPort<'stream'>(), environment: ['DATA_BUCKET'], grant: [objectWriting()] },
    presign: { port: blobPort<'presign'>(), environment: ['DATA_BUCKET'], grant: [objectWriting()] },
    remove: { port: blobPort<'remove'>(), environment: ['DATA_BUCKET'], grant: [objectRemoving()] },
    list: {
      port: blobPort<'list'>(),
      environment: ['DATA_BUCKET'],
      grant: [{ actions: ['s3:ListBucket'], resource: 'bucketListing' }],
    },
    link: { port: blobPort<'link'>(), environment: ['DATA_BUCKET'], grant: objectReading() },
  },
  workflow: {
    start: {
      port: port<{ workflow: WorkflowStarter }>(),
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
  vault: {
    seal: {
      port: port<{ vault: VaultSealer }>(),
      environment: ['CREDENTIALS_KEY_ID'],
      grant: [{ actions: ['kms:Encrypt'], resource: 'credentialsKey' }],
    },
    open: {
      port: port<{ vault: VaultOpener }>(),
      environment: ['CREDENTIALS_KEY_ID'],
      grant: [{ actions: ['kms:Decrypt'], resource: 'credentialsKey' }],
    },
  },
  ssoSecrets: {
    seal: {
      port: port<{ ssoSecrets: VaultSealer<SsoSecretContext> }>(),
      environment: ['CREDENTIALS_KEY_ID'],
      grant: [{ actions: ['kms:Encrypt'], resource: 'ssoSecrets' }],
    },
    open: {
      port: port<{ ssoSecrets: VaultOpener<SsoSecretContext> }>(),
      environment: ['CREDENTIALS_KEY_ID'],
      grant: [{ actions: ['kms:Decrypt'], resource: 'ssoSecrets' }],
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
      environment: ['FETCH_SOURCE_FUNCTION'],
      grant: [{ actions: ['lambda:InvokeFunction'], resource: 'fetchSourceFunction' }],
    },
  },
  sourceCheck: {
    invoke: {
      port: port<{ sourceCheck: SourceCheck }>(),
      environment: ['CHECK_SOURCE_FUNCTION', 'ALLOWED_SOURCES'],
      grant: [{ actions: ['lambda:InvokeFunction'], resource: 'checkSourceFunction' }],
    },
  },
  sources: { port: port<{ sources: Sources }>(), environment: ['ALLOWED_SOURCES'], grant: [] },
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
  signIn: {
    port: port<{ signIn: SignInProvider }>(),
    environment: [
      'SIGN_IN_PARAMETER',
      'OIDC_SECRET_PARAMETER',
      'ALLOWED_ISSUERS',
      'SIGN_UP',
      'SIGN_UP_DOMAINS',
    ],
    grant: [
      { actions: ['ssm:GetParameter'], resource: 'signInParameter' },
      { actions: ['ssm:GetParameter'], resource: 'oidcSecretParameter' },
      { actions: ['kms:Decrypt'], resource: 'oidcSecretParameterKey' },
    ],
  },
  issuers: { port: port<object>(), environment: ['ALLOWED_ISSUERS'], grant: [] },
  jwtVerifier: {
    port: port<{ verifier: JwtVerifier }>(),
    environment: ['ALLOWED_ISSUERS'],
    grant: [],
  },
  dns: { port: port<{ txtRecords: TxtRecords }>(), environment: ['DNS_SERVERS'], grant: [] },
  organizationRate: {
    port: port<object>(),
    environment: ['CORE_TABLE', 'ORGANIZATION_RATE'],
    grant: [{ actions: ['dynamodb:UpdateItem'], resource: 'organizationRates' }],
  },
  exchangeRate: { port: port<object>(), environment: ['EXCHANGE_RATE'], grant: [] },
  organizationRows: {
    port: port<{ rows: OrganizationRows }>(),
    environment: ['CORE_TABLE'],
    grant: [{ actions: ['dynamodb:Query'], resource: 'coreTable' }],
  },
  eraser: {
    port: port<{ erasers: Erasers }>(),
    environment: ['ERASER_ROLE_ARN', 'CORE_TABLE', 'TOKENS_TABLE', 'DATA_BUCKET'],
    grant: [{ actions: ['sts:AssumeRole', 'sts:TagSession'], resource: 'eraserRole' }],
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
  mailOutbox: {
    port: port<{ outbox: MailOutbox }>(),
    environment: ['MAIL_FROM', 'SIGN_IN_PARAMETER'],
    grant: [],
  },
  publicAddress: {
    port: port<{ publicAddress: PublicAddress }>(),
    environment: ['SIGN_IN_PARAMETER'],
    grant: [{ actions: ['ssm:GetParameter'], resource: 'signInParameter' }],
  },
  invitationLinks: {
    write: {
      port: storePart<never, 'invitationSecret'>(),
      environment: ['TOKENS_TABLE'],
      grant: [{ actions: ['dynamodb:PutItem'], resource: 'invitationRows' }],
    },
  },
  mailer: {
    port: port<{ mailer: Mailer }>(),
    environment: ['MAIL_FROM'],
    grant: [{ actions: ['ses:SendEmail'], resource: 'mailSender' }],
  },
} as const satisfies CapabilityTable;

type Leaves<T> = T extends Capability ? T : { [K in keyof T]: Leaves<T[K]> }[keyof T];

/** Every environment variable that a capability takes. */
export type EnvironmentName = Leaves<typeof capabilities>['environment'][number];
