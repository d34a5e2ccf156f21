import type { SignalKind } from '@scangate/engines/advisories/snapshot';

export const signalKey = (kind: SignalKind, digest: string): string => `advisories/${kind}/${digest}.gz`;

export const ratingsKey = (digest: string): string => `advisories/nvd/${digest}.json.gz`;

export const licensesKey = (ecosystem: string, digest: string): string =>
  `advisories/licenses-${ecosystem}/${digest}.json.gz`;

export const pomsKey = (digest: string): string => `advisories/poms/${digest}.gz`;

export const shardKey = (ecosystem: string, digest: string): string =>
  `advisories/${ecosystem}/${digest}.json.gz`;

/** Returns the digest that is part of a key. */
export const digestInKey = (key: string): string =>
  key.slice(key.lastIndexOf('/') + 1).replace(/(?:\.json)?\.gz$/, '');
