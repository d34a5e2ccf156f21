import { areaPrefixes } from '../blob-areas.ts';
import { capabilities, type EnvironmentName } from '../capabilities.ts';
import type { Grant } from '../grant.ts';
import type { BlobAccess, Needs } from '../needs.ts';
import type { Capability } from './capability.ts';

type Levels = Readonly<Record<string, Capability>>;

const isCapability = (found: Capability | Levels): found is Capability => 'grant' in found;

/** The capabilities that a function declares, apart from `blobs`. */
const declaredCapabilities = ({ blobs: _blobs, ...needs }: Needs): Capability[] =>
  Object.entries(needs).flatMap(([need, level]) => {
    const found: Capability | Levels = capabilities[need as Exclude<keyof Needs, 'blobs'>];
    const capability = isCapability(found) ? found : found[String(level)];
    return capability && level !== undefined ? [capability] : [];
  });

const declaredAccess = ({ blobs = {} }: Needs): BlobAccess[] =>
  (Object.keys(blobs) as BlobAccess[]).filter((access) => blobs[access] !== undefined);

/** IAM grants of a function. Grants on objects say which prefix they are limited to. */
export const grantsOf = (needs: Needs): Grant[] => [
  ...declaredAccess(needs).flatMap((access) =>
    (needs.blobs?.[access] ?? []).flatMap((area) =>
      capabilities.blobs[access].grant.map((grant) => ({ ...grant, prefix: areaPrefixes[area] })),
    ),
  ),
  ...declaredCapabilities(needs).flatMap(({ grant }) => grant),
];

/** Names of the environment variables that a function is given. */
export const environmentOf = (needs: Needs): EnvironmentName[] => {
  const declared = [
    ...declaredCapabilities(needs),
    ...declaredAccess(needs).map((access) => capabilities.blobs[access]),
  ];
  return [...new Set(declared.flatMap(({ environment }) => environment as readonly EnvironmentName[]))];
};
