import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { ArtifactVerdict } from '#ports/artifact-check.ts';
import type { DeliveryRequest } from '#ports/events/delivery-starter.ts';
import type { EventKey } from '#ports/events/event-dispatch.ts';
import type { IntegrationKind } from '@scangate/domain/integrations/kinds/integration-kind';
import type { Connection, ProviderFailure } from '#ports/integrations/provider.ts';
import type { JwtVerifier } from '#ports/identity/jwt-verifier.ts';
import type { PaymentProvider, PaymentEventReader } from '#ports/payment-provider.ts';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import { TokenRefused } from '@scangate/domain/identity/ci-trust/token-refused';
import type { SignInProvider } from '#ports/identity/sign-in.ts';
import type { TriedCommit } from '#ports/scans/rule-trial.ts';
import type { SourceFailure, SourceQuestion } from '#ports/git-sources.ts';
import { TestSigner } from '../evidence/test-signer.ts';

const noIssuer: JwtVerifier = {
  verify: async () => {
    throw new TokenRefused('keys_unavailable');
  },
};

/**
 * The ports of the handlers in a test, and the requests to them. `resetWorld` empties it before each test.
 */
export const world = {
  store: new MemoryStore(),
  blobs: new MemoryBlobs(),
  advisories: emptyAdvisoryIndex,
  started: [] as string[],
  stopped: [] as string[],
  recharged: [] as string[],
  /** The events whose fan-out was requested. */
  dispatched: [] as (EventKey & { organizationId: string })[],
  /** The subscribers whose deliveries were started. */
  deliveriesStarted: [] as DeliveryRequest[],
  startFails: false,
  artifactVerdict: { ok: true } as ArtifactVerdict,
  checked: [] as object[],
  sourceFailure: undefined as SourceFailure | undefined,
  sealed: [] as string[],
  /** The objects of the locked bucket. */
  lockedObjects: new Map<string, Uint8Array>(),
  /** Why providers refuse a connection test; without a reason they accept it. */
  providerFailure: undefined as ProviderFailure | undefined,
  /** The connections that were tested at providers. */
  tried: [] as (Connection & { kind: IntegrationKind })[],
  /** The requests to hosts. */
  asked: [] as SourceQuestion[],
  /** The branches that the host has. */
  branches: ['main', 'develop'],
  /** The texts that DNS has, by name; undefined when DNS does not respond. */
  txtRecords: new Map<string, string[] | undefined>(),
  /** Off in a deployment without a sender of mails. */
  sendsMails: true,
  /** Verifies the JWTs of CI services; no issuer answers unless a test configures it. */
  verifier: noIssuer,
  allowedIssuers: 'https',
  /** Hosts whose private addresses are permitted. */
  privateHosts: '',
  /** The addresses that names resolve to. */
  addresses: new Map<string, string>(),
  exchangeRate: 300,
  activeScanLimit: 500,
  /** Signs verdicts. */
  signer: new TestSigner(),
  /** Absent in a deployment without payments. */
  paymentProvider: undefined as PaymentProvider | undefined,
  paymentEvents: undefined as PaymentEventReader | undefined,
  /** The findings of rules in a commit, or the reason why it cannot be scanned, by its hash. */
  triedCommits: new Map<string, TriedCommit | Error>(),
  /** Absent in a deployment without sign-in. */
  signIn: undefined as SignInProvider | undefined,
};

export const resetWorld = (): void => {
  Object.assign(world, {
    store: new MemoryStore(),
    blobs: new MemoryBlobs(),
    advisories: emptyAdvisoryIndex,
    started: [],
    stopped: [],
    recharged: [],
    dispatched: [],
    deliveriesStarted: [],
    startFails: false,
    artifactVerdict: { ok: true },
    checked: [],
    sourceFailure: undefined,
    sealed: [],
    providerFailure: undefined,
    tried: [],
    asked: [],
    branches: ['main', 'develop'],
    lockedObjects: new Map(),
    txtRecords: new Map(),
    sendsMails: true,
    verifier: noIssuer,
    allowedIssuers: 'https',
    privateHosts: '',
    addresses: new Map(),
    exchangeRate: 300,
    activeScanLimit: 500,
    signer: new TestSigner(),
    paymentProvider: undefined,
    paymentEvents: undefined,
    triedCommits: new Map(),
    signIn: undefined,
  });
};
