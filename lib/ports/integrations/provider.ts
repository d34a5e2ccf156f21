import type { FailureCause } from '@scangate/domain/events/event-records';
import type { IntegrationKind } from '@scangate/domain/integrations/kinds/integration-kind';

/** The part of an integration that its provider needs: settings and the opened credential, as the schemas of its kind read them. */
export interface Connection {
  settings: Readonly<Record<string, unknown>>;
  credential: Readonly<Record<string, unknown>>;
}

/** The facts that a provider returns when a connection is tried. */
interface ConnectionFacts {
  /** The place where things arrive, for people to recognize: the workspace and channel, or the project. */
  target: string;
}

/** One provider, as far as every integration needs it. */
export interface Provider {
  /** Tries credential and settings, and writes nothing where the provider can be asked. @throws ProviderFailure */
  check(connection: Connection): Promise<ConnectionFacts>;
}

/** Loads the code of a provider when it is first needed. */
export interface Providers {
  of(kind: IntegrationKind): Promise<Provider>;
}

export type ProviderFailureReason =
  /** The credential is not accepted, or may not do this: a person must act. */
  | 'refused'
  /** The channel, the project or the webhook is not there any more. */
  | 'gone'
  /** Too much was sent; it may be tried again later. */
  | 'limited'
  /** The provider cannot be reached, or fails itself. */
  | 'unavailable'
  /** The provider does not accept what was sent, and will not later. */
  | 'invalid';

export interface ProviderFailureDetails {
  reason: ProviderFailureReason;
  /** In the words of the provider, as far as they are a code; never a credential. */
  detail: string;
  cause: FailureCause;
  status?: number;
  retryAfterSeconds?: number;
  /** Whether the provider may have done what was asked although no answer came. */
  mayBeDone?: boolean;
}

/** A provider did not do what it was asked for. */
export class ProviderFailure extends Error {
  readonly details: ProviderFailureDetails;

  constructor(details: ProviderFailureDetails, options?: ErrorOptions) {
    super(`the provider failed: ${details.reason}, ${details.detail}`, options);
    this.name = 'ProviderFailure';
    this.details = details;
  }
}
