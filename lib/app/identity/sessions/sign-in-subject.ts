import type { RecordName } from '@scangate/domain/record-changes';
import type { Change } from '@scangate/domain/record-changes';
import type { Instant, Member, Organization, Person, SignIn } from '@scangate/domain/records';
import type { SignUpSetting } from '@scangate/domain/identity/sessions/sign-up';
import type { Ids } from '#ports/ids.ts';
import type { Log } from '#ports/log.ts';
import type { Store } from '#ports/store.ts';

/** A person as an issuer vouches for them. */
export interface SignInSubject {
  issuer: string;
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  /** When they authenticated; absent when the issuer does not say. */
  signedInAt?: Instant | undefined;
  amr: readonly string[];
  /** Claims or attributes of text, by name. */
  claims?: Readonly<Record<string, readonly string[]>>;
}

/** The response of an issuer to a sign-in that this service requested. */
export interface SignInAnswer {
  subject: SignInSubject;
  stateHash: string;
  /** The hash of the cookie of the browser that brought the response. */
  browserHash: string;
  protocol: SignIn['protocol'];
  /** The organization whose own issuer responded. */
  issuerOf?: string | undefined;
  userAgent?: string | undefined;
}

/** A member who opens an organization, and the records that are written for it in addition to the session. */
export interface Opening {
  person: Person;
  /** Whether the person is already stored. */
  isStored: boolean;
  /** The person to whom the identity belonged until now. */
  former?: Person | undefined;
  member: Pick<Member, 'role' | 'personId' | 'organizationId'>;
  organization: Pick<Organization, 'organizationId' | 'billingAccountId' | 'accessPolicy'>;
  changes: readonly Change<Exclude<RecordName, 'person' | 'token' | 'identity' | 'signIn' | 'ledgerSeal'>>[];
}

/** Every record except the seals of the ledger. */
export type SignInStore = Pick<
  Store<RecordName, Exclude<RecordName, 'ledgerSeal'>>,
  'load' | 'get' | 'list' | 'commit'
>;

/** The ports of the use cases of a sign-in. */
export interface SignInPorts {
  store: SignInStore;
  ids: Ids;
  log: Pick<Log, 'warn'>;
  /** Admits a person to the organization whose own issuer vouches for them. */
  joinBySso?: JoinBySso;
}

export interface SsoJoining {
  organizationId: string;
  subject: SignInSubject;
  /** The person to whom the identity is known to belong. */
  person: Person | undefined;
  tokenId: string;
}

/**
 * Finds or creates the member whom an organization's own issuer vouches for, with the role that its settings assign.
 * @throws SignInRefusal
 */
export type JoinBySso = (
  ports: Pick<SignInPorts, 'store' | 'ids'>,
  joining: SsoJoining,
  now: Date,
) => Promise<Opening>;

export type { SignUpSetting };
