import { areaPrefixes } from '../blob-areas.ts';
import { permissions, type EnvironmentName } from '../permissions.ts';
import type { IamGrant } from './iam-grant.ts';
import type { BlobAccess, Needs } from '../needs.ts';
import type { Permission } from './permission.ts';

type Levels = Readonly<Record<string, Permission>>;

const isPermission = (found: Permission | Levels): found is Permission => 'grant' in found;

/** The permissions that a function declares, apart from `blobs`. */
const declaredPermissions = ({ blobs: _blobs, ...needs }: Needs): Permission[] =>
  Object.entries(needs).flatMap(([need, level]) => {
    const found: Permission | Levels = permissions[need as Exclude<keyof Needs, 'blobs'>];
    const permission = isPermission(found) ? found : found[String(level)];
    return permission && level !== undefined ? [permission] : [];
  });

const declaredAccess = ({ blobs = {} }: Needs): BlobAccess[] =>
  (Object.keys(blobs) as BlobAccess[]).filter((access) => blobs[access] !== undefined);

/** IAM grants of a function. Grants on objects say which prefix they are limited to. */
export const grantsOf = (needs: Needs): IamGrant[] => [
  ...declaredAccess(needs).flatMap((access) =>
    (needs.blobs?.[access] ?? []).flatMap((area) =>
      permissions.blobs[access].grant.map((grant) => ({ ...grant, prefix: areaPrefixes[area] })),
    ),
  ),
  ...declaredPermissions(needs).flatMap(({ grant }) => grant),
];

/** Names of the environment variables that a function is given. */
export const environmentOf = (needs: Needs): EnvironmentName[] => {
  const declared = [
    ...declaredPermissions(needs),
    ...declaredAccess(needs).map((access) => permissions.blobs[access]),
  ];
  return [...new Set(declared.flatMap(({ environment }) => environment as readonly EnvironmentName[]))];
};
