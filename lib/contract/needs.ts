import type { BlobArea } from './blob-areas.ts';

/**
 * Everything that a function may touch. It declares its needs once, in its `endpoint.ts` or table row; its ports, environment
 * variables and IAM statements follow from it (`capabilities`).
 */
export interface Needs {
  /** Organizations, members, repositories, scans, pools. `write` includes `read`. Nobody may delete. */
  core?: 'read' | 'write';
  /** `append` inserts entries, `seal` inserts seals as well, `read` queries both; no level updates or deletes. */
  ledger?: 'read' | 'append' | 'seal';
  /** Signs seals of the ledger and keeps the statements under a lock. */
  ledgerSeals?: 'sign';
  /** Signs verdicts, releases and packs by the newest key. */
  signing?: 'sign';
  /** Reads the public keys that verify them. */
  verificationKeys?: 'read';
  tokens?: 'read' | 'write';
  /** `stream` writes objects of unknown length, `presign` lets a client write one. */
  blobs?: Partial<Record<BlobAccess, readonly BlobArea[]>>;
  workflow?: 'start' | 'resume' | 'stop';
  /** The function that reads uploaded lockfiles and SBOMs. */
  artifactCheck?: 'invoke';
  /** The function that compiles and tries rules of organizations. */
  ruleTrial?: 'invoke';
  /** Git credentials: `seal` encrypts, `open` decrypts. */
  repositorySecrets?: 'encrypt' | 'decrypt';
  /** Secrets of organizations' own issuers: `seal` encrypts, `open` decrypts. */
  ssoSecrets?: 'encrypt' | 'decrypt';
  /** Secrets of webhooks and credentials of integrations: `seal` encrypts, `open` decrypts. */
  subscriberSecrets?: 'encrypt' | 'decrypt';
  /** Hosts that customers name: webhooks, and providers of integrations. */
  outbound?: true;
  /** The providers of integrations: chats and issue trackers. */
  providers?: true;
  /** Reads SAML responses. */
  saml?: true;
  /** The keys of fingerprints of secrets, one for each organization. */
  fingerprintKeys?: true;
  /** The function that talks to git hosts. */
  sourceFetcher?: 'invoke';
  /** The functions of the tasks that a short scan does not leave to the workflow. */
  scanTasks?: 'invoke';
  /** The function that asks git hosts about a repository. */
  sourceCheck?: 'invoke';
  /** Git hosts on the internet. */
  sources?: true;
  advisories?: 'read' | 'write';
  /** The published poms, by which builds of Maven and Gradle are resolved. */
  publishedPoms?: 'read';
  /** The records of published snapshots, to compare two of them. */
  snapshots?: 'read';
  /** Licenses that no lockfile states: a cache, and deps.dev where the operator turned it on. */
  licenseSource?: true;
  paymentProvider?: true;
  /** Verifies the events that the payment provider sends. */
  paymentEvents?: true;
  /** The workflow that recharges a pool. */
  recharge?: 'start';
  /** The watch of advisories: `start` starts its workflow, `list` stores the list that it goes through. */
  watch?: 'start' | 'list';
  /** The issuer at which people sign in, and who may sign up. */
  signIn?: true;
  /** Issuers that organizations name: their keys and documents. */
  issuers?: true;
  /** Verifies JWTs by the keys of issuers that organizations name. */
  jwtVerifier?: true;
  /** Records of the domain name system. */
  dns?: true;
  /** Counts the requests of organizations in a minute, and how many are taken. */
  organizationRate?: true;
  /** The most active scans of an organization. */
  activeScanLimit?: true;
  /** The limit of tokens that the pipelines of an organization may exchange in a minute. */
  exchangeRate?: true;
  /** Every row of an organization, for its export. It comes with `core`. */
  organizationRows?: true;
  /** The role that deletes what belongs to one organization. */
  eraser?: true;
  /** The workflow that erases an organization. */
  erasure?: 'start';
  /** The workflow that writes an export. */
  exportWorkflow?: 'start';
  /** The workflow that writes an auditor pack. */
  auditorPackWorkflow?: 'start';
  /** The workflow that looks at histories. */
  historyWorkflow?: 'start';
  /** The function that reads histories from their hosts. */
  historyReader?: 'invoke';
  /** Hashes of links to auditor packs: `write` stores them, `open` reads them; no other credential. */
  packLinks?: 'write' | 'open';
  /** Stores the hashes of the codes of command lines that log in, and no credential. */
  deviceLogins?: 'start';
  /** Remembers whom an endpoint refused; every endpoint with a credential has it. */
  refusals?: 'remember';
  /** Mails to people of organizations. */
  mailer?: true;
  /** Whether mails are sent at all. */
  mailOutbox?: true;
  /** The one origin of the service, for links. */
  publicAddress?: true;
  /** The function that makes the deliveries of events that were just committed. */
  eventDispatch?: 'invoke';
  /** The function that sends the deliveries of a subscriber. */
  deliveries?: 'start';
  /** Stores the hashes of links of invitations, and no other credential. */
  invitationLinks?: 'write';
}

export type BlobAccess = 'read' | 'write' | 'stream' | 'presign' | 'remove' | 'list' | 'link';
