import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { ArtifactVerdict } from '#ports/artifact-check.ts';
import type { PaymentProvider, PaymentEventReader } from '#ports/payment-provider.ts';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import type { SourceFailure, SourceQuestion } from '#ports/sources.ts';

/** The ports of the handlers in a test, and what was asked of them. `resetWorld` empties it before each test. */
export const world = {
  store: new MemoryStore(),
  blobs: new MemoryBlobs(),
  advisories: emptyAdvisoryIndex,
  started: [] as string[],
  stopped: [] as string[],
  recharged: [] as string[],
  startFails: false,
  artifactVerdict: { ok: true } as ArtifactVerdict,
  checked: [] as object[],
  sourceFailure: undefined as SourceFailure | undefined,
  sealed: [] as string[],
  /** The questions that hosts were asked. */
  asked: [] as SourceQuestion[],
  /** The branches that the host has. */
  branches: ['main', 'develop'],
  /** Absent in a deployment without payments. */
  paymentProvider: undefined as PaymentProvider | undefined,
  paymentEvents: undefined as PaymentEventReader | undefined,
};

export const resetWorld = (): void => {
  Object.assign(world, {
    store: new MemoryStore(),
    blobs: new MemoryBlobs(),
    advisories: emptyAdvisoryIndex,
    started: [],
    stopped: [],
    recharged: [],
    startFails: false,
    artifactVerdict: { ok: true },
    checked: [],
    sourceFailure: undefined,
    sealed: [],
    asked: [],
    branches: ['main', 'develop'],
    paymentProvider: undefined,
    paymentEvents: undefined,
  });
};
