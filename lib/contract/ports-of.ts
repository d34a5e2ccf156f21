import type { RecordName } from '@scangate/domain/record-changes';
import type { Store } from '#ports/store.ts';
import type { BlobArea } from './blob-areas.ts';
import type { permissions } from './permissions.ts';
import type { BlobPorts, PortTypes, StorePart } from './permissions/permission.ts';
import type { BlobAccess, Needs } from './needs.ts';

type Permissions = typeof permissions;

/** The permission for a need at its declared level. */
type PermissionOf<Need extends keyof Permissions, Level> = Level extends true
  ? Permissions[Need]
  : Level extends keyof Permissions[Need]
    ? Permissions[Need][Level]
    : never;

type PortsIn<C> = C extends { port: PortTypes<infer P> } ? P : never;

/** The ports of every declared need except `blobs`, as a union. */
type Given<N extends Needs> = {
  [Need in Exclude<keyof N & keyof Permissions, 'blobs'>]: PortsIn<PermissionOf<Need, N[Need]>>;
}[Exclude<keyof N & keyof Permissions, 'blobs'>];

type StoreParts<N extends Needs> =
  Given<N> extends infer P ? (P extends { store: infer Part } ? Part : never) : never;
type Reads<Part> = Part extends StorePart<infer R, RecordName> ? R : never;
type Writes<Part> = Part extends StorePart<RecordName, infer W> ? W : never;

type AreasOf<N extends Needs, Access extends BlobAccess> = N extends {
  blobs: Record<Access, readonly (infer A extends BlobArea)[]>;
}
  ? A
  : never;

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void
  ? I
  : never;

type BlobsOf<N extends Needs> = Intersection<
  {
    [Access in BlobAccess]: AreasOf<N, Access> extends never ? never : BlobPorts<AreasOf<N, Access>>[Access];
  }[BlobAccess]
>;

type OtherPorts<P> = P extends { store: unknown } ? never : P;

/** The ports that a function gets: only those that it declared. Using another one does not compile. */
export type PortsOf<N extends Needs> = ([StoreParts<N>] extends [never]
  ? unknown
  : { store: Store<Reads<StoreParts<N>>, Writes<StoreParts<N>>> }) &
  (N extends { blobs: object } ? { blobs: BlobsOf<N> } : unknown) &
  Intersection<OtherPorts<Given<N>>>;

/** Functions that create each port on first use. The store is one adapter, which `PortsOf` narrows. */
export type WiringOf<N extends Needs> = {
  [P in keyof PortsOf<N>]: () => P extends 'store' ? Store : PortsOf<N>[P];
};
