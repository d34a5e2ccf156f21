import type { RecordName } from '@scangate/domain/change';
import type { Advisories } from '#ports/advisories.ts';
import type { ArtifactCheck } from '#ports/artifact-check.ts';
import type {
  BlobPresigner,
  BlobReader,
  BlobRemover,
  BlobStreamer,
  BlobWriter,
  ObjectRemover,
  ObjectStore,
} from '#ports/blobs.ts';
import type { LicenseSource } from '#ports/license-source.ts';
import type { Mailer } from '#ports/mailer.ts';
import type { RechargeStarter } from '#ports/recharge-starter.ts';
import type { Sources } from '#ports/sources.ts';
import type { Store } from '#ports/store.ts';
import type { PaymentProvider, PaymentEventReader } from '#ports/payment-provider.ts';
import type { VaultOpener, VaultSealer } from '#ports/vault.ts';
import type { WorkflowStarter, WorkflowStopper } from '#ports/workflow.ts';
import type { BlobArea, Needs } from './capabilities.ts';

type LedgerRecord = 'ledgerEntry' | 'ledgerSeal';
type CoreRecord = Exclude<RecordName, LedgerRecord | 'token'>;

type Reads<N extends Needs> =
  | (N extends { core: 'read' | 'write' } ? CoreRecord : never)
  | (N extends { ledger: 'read' | 'append' } ? LedgerRecord : never)
  | (N extends { tokens: 'read' | 'write' } ? 'token' : never);

type Writes<N extends Needs> =
  | (N extends { core: 'write' } ? CoreRecord : never)
  | (N extends { ledger: 'append' } ? LedgerRecord : never)
  | (N extends { tokens: 'write' } ? 'token' : never);

type AreasOf<N extends Needs, K extends keyof NonNullable<Needs['blobs']>> = N extends {
  blobs: Record<K, readonly (infer A extends BlobArea)[]>;
}
  ? A
  : never;

type BlobsOf<N extends Needs> = (AreasOf<N, 'read'> extends never
  ? unknown
  : BlobReader<AreasOf<N, 'read'>>) &
  (AreasOf<N, 'write'> extends never ? unknown : BlobWriter<AreasOf<N, 'write'>>) &
  (AreasOf<N, 'stream'> extends never ? unknown : BlobStreamer<AreasOf<N, 'stream'>>) &
  (AreasOf<N, 'presign'> extends never ? unknown : BlobPresigner<AreasOf<N, 'presign'>>) &
  (AreasOf<N, 'remove'> extends never ? unknown : BlobRemover<AreasOf<N, 'remove'>>);

/** The ports a function gets: what it declared and nothing else. Using an undeclared one does not compile. */
export type PortsOf<N extends Needs> = (Reads<N> extends never
  ? unknown
  : { store: Store<Reads<N>, Writes<N>> }) &
  (N extends { blobs: object } ? { blobs: BlobsOf<N> } : unknown) &
  (N extends { workflow: 'start' } ? { workflow: WorkflowStarter } : unknown) &
  (N extends { workflow: 'stop' } ? { workflow: WorkflowStopper } : unknown) &
  (N extends { artifactCheck: 'invoke' } ? { artifactCheck: ArtifactCheck } : unknown) &
  (N extends { vault: 'seal' } ? { vault: VaultSealer } : unknown) &
  (N extends { vault: 'open' } ? { vault: VaultOpener } : unknown) &
  (N extends { sources: true } ? { sources: Sources } : unknown) &
  (N extends { licenseSource: true } ? { licenseSource: LicenseSource } : unknown) &
  (N extends { paymentProvider: true } ? { paymentProvider: PaymentProvider } : unknown) &
  (N extends { recharge: 'start' } ? { recharge: RechargeStarter } : unknown) &
  (N extends { mailer: true } ? { mailer: Mailer } : unknown) &
  (N extends { paymentEvents: true } ? { paymentEvents: PaymentEventReader } : unknown) &
  (N extends { advisories: 'read' } ? { advisories: Advisories } : unknown) &
  (N extends { advisories: 'write' } ? { objects: ObjectStore & ObjectRemover } : unknown);

/** How each port is made, at the first use. The store is one adapter; `PortsOf` narrows it to what was declared. */
export type WiringOf<N extends Needs> = {
  [P in keyof PortsOf<N>]: () => P extends 'store' ? Store : PortsOf<N>[P];
};
