import type { FailureCause } from '@scangate/domain/events/event-records';
import type { IntegrationKind } from '@scangate/domain/integrations/kinds/integration-kind';

/**
 * The part of an integration that its provider needs: settings and the opened credential, as the schemas of its kind
 * parse them.
 */
export interface Connection {
  settings: Readonly<Record<string, unknown>>;
  credential: Readonly<Record<string, unknown>>;
}

/** The facts that a provider returns when a connection is tested. */
interface ConnectionFacts {
  /** The target of messages, for people to recognize: the workspace and channel, or the project. */
  target: string;
}

/** The part of a provider that every integration needs. */
export interface Provider {
  /**
   * Tests credential and settings, and writes nothing if the provider allows a test without writing. @throws
   * ProviderFailure
   */
  check(connection: Connection): Promise<ConnectionFacts>;
}

/** Loads the code of a provider when it is first needed. */
export interface Providers {
  of(kind: IntegrationKind): Promise<Provider>;
}

export type ProviderFailureReason =
  /** The credential is not accepted, or lacks a permission: a person must act. */
  | 'refused'
  /** The channel, the project or the webhook no longer exists. */
  | 'gone'
  /** Too many requests; they may be tried again later. */
  | 'limited'
  /** The provider cannot be reached, or has a failure of its own. */
  | 'unavailable'
  /** The provider does not accept the request, and will not accept it later. */
  | 'invalid';

export interface ProviderFailureDetails {
  reason: ProviderFailureReason;
  /** The provider's error code, if it is one; never a credential. */
  detail: string;
  cause: FailureCause;
  status?: number;
  retryAfterSeconds?: number;
  /** Whether the provider may have carried out the request although no response came. */
  mayBeDone?: boolean;
}

/** A provider did not carry out a request. */
export class ProviderFailure extends Error {
  readonly details: ProviderFailureDetails;

  constructor(details: ProviderFailureDetails, options?: ErrorOptions) {
    super(`the provider failed: ${details.reason}, ${details.detail}`, options);
    this.name = 'ProviderFailure';
    this.details = details;
  }
}
