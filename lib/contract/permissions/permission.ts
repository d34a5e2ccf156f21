import type { RecordName } from '@scangate/domain/record-changes';
import type {
  BlobLinker,
  BlobLister,
  BlobPresigner,
  BlobReader,
  BlobRemover,
  BlobStreamer,
  BlobWriter,
} from '#ports/blobs.ts';
import type { BlobArea } from '../blob-areas.ts';
import type { IamGrant } from './iam-grant.ts';
import type { BlobAccess, Needs } from '../needs.ts';

export type LedgerRecord = 'ledgerEntry' | 'ledgerSeal';
/** The records of the Tokens table: credentials, and one-time items beside them. */
export type TokensRecord =
  | 'token'
  | 'signIn'
  | 'usedCredential'
  | 'deviceLogin'
  | 'deviceUserCode'
  | 'deviceTries'
  | 'invitationSecret'
  | 'linkSecret';
export type CoreRecord = Exclude<RecordName, LedgerRecord | TokensRecord>;

/** Ports that a permission gives to a handler; only the compiler knows their types. */
export interface PortTypes<P> {
  readonly ports?: P;
}

/** Declares the type of a port that a permission gives; there is no value at run time. */
export const port = <P>(): PortTypes<P> => ({});

/** The part of the store that a permission opens; the parts of one function are merged into one store. */
export interface StorePart<Reads extends RecordName, Writes extends RecordName> {
  reads: Reads;
  writes: Writes;
}

/** Declares a store that reads some records and writes others. */
export const storePart = <Reads extends RecordName, Writes extends RecordName = never>() =>
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

/** Declares a kind of access to stored objects. */
export const blobPort = <Access extends BlobAccess>() => port<{ blobs: BlobPorts<BlobArea>[Access] }>();

export interface Permission {
  port: PortTypes<unknown>;
  /** Environment variables from which the ports are created. */
  environment: readonly string[];
  grant: readonly IamGrant[];
}
/** A need with levels has a permission for each of its levels. */
type PermissionsOf<Need> = Need extends true
  ? Permission
  : Need extends string
    ? Record<Need, Permission>
    : { [Level in keyof Required<Need>]: Permission };
/** One permission for every need and level: a missing need, level or part of it does not compile. */
export type PermissionTable<N = Needs> = {
  [Need in keyof N]-?: PermissionsOf<NonNullable<N[Need]>>;
};

export const reading = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
export const writing = [...reading, 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:ConditionCheckItem'];

/** Without permission to list, S3 responds with 403 for a missing key. */
export const objectReading = (prefix?: string): IamGrant[] => [
  { actions: ['s3:GetObject'], resource: 'objects', ...(prefix && { prefix }) },
  { actions: ['s3:ListBucket'], resource: 'bucketListing', ...(prefix && { prefix }) },
];

/** Permits writing objects below a prefix, or anywhere in the bucket without one. */
export const objectWriting = (prefix?: string): IamGrant => ({
  actions: ['s3:PutObject', 's3:AbortMultipartUpload'],
  resource: 'objects',
  ...(prefix && { prefix }),
});

/** Permits removing objects below a prefix, or anywhere in the bucket without one. */
export const objectRemoving = (prefix?: string): IamGrant => ({
  actions: ['s3:DeleteObject'],
  resource: 'objects',
  ...(prefix && { prefix }),
});
