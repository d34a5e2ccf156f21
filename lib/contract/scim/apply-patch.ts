import { scimPatch, type ScimPatchOperation, type ScimResource } from 'scim-patch';
import { invalidValue, ScimError } from '@scangate/domain/identity/scim/scim-error';

const maxOperations = 1_000;
const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i;

type Fields = Record<string, unknown>;
interface Operation {
  op: 'add' | 'replace' | 'remove';
  path?: string;
  value?: unknown;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Some directories send booleans as text: `"False"`. */
const truth = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^(?:true|false)$/i.test(value)) return value;
  return value.toLowerCase() === 'true';
};

/** Members are compared by their ids, regardless of other fields. */
const memberIds = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((each) => (isFields(each) && each['value'] !== undefined ? { value: each['value'] } : each))
    : value;

const valueAt = (path: string, value: unknown): unknown => {
  if (path === 'active') return truth(value);
  return path === 'members' ? memberIds(value) : value;
};

const attributes = ['userName', 'externalId', 'displayName', 'active', 'name', 'emails', 'members'];
const pathPattern = /^([a-z]+)(\[[^\][]{1,500}\])?(\.[a-z]+)?$/i;

/**
 * A path without the name of the core schema, with SCIM's spelling of its attribute. Undefined for unsupported
 * attributes: extensions, unknown ones, and anything outside of the resource.
 */
const corePath = (path: string): string | undefined => {
  const rest = path.replace(coreSchema, '');
  const [, name = '', filter = '', inner = ''] = pathPattern.exec(rest) ?? [];
  const attribute = attributes.find((known) => known.toLowerCase() === name.toLowerCase());
  return attribute && `${attribute}${filter}${inner}`;
};

/** Turns the fields of an operation without a path, including dotted ones, into operations with one. */
const fieldsOf = (op: Operation['op'], value: Fields): Operation[] =>
  Object.entries(value).flatMap(([name, each]) => {
    const path = corePath(name);
    if (path === undefined) return [];
    return [{ op, path, value: valueAt(path, each) }];
  });

const readOperation = (operation: unknown): Operation[] => {
  if (!isFields(operation) || typeof operation['op'] !== 'string')
    throw new ScimError(400, 'An operation must have op, path and value.', 'invalidSyntax');
  const op = operation['op'].toLowerCase();
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw new ScimError(400, 'op is add, replace or remove.', 'invalidSyntax');
  const { path, value } = operation;
  if (path === undefined || path === '') {
    if (op === 'remove') throw new ScimError(400, 'remove needs a path.', 'noTarget');
    if (!isFields(value)) throw invalidValue('Without a path, value must be an object.');
    return fieldsOf(op, value);
  }
  if (typeof path !== 'string' || path.length > 1_000)
    throw new ScimError(400, 'path is text.', 'invalidPath');
  const core = corePath(path);
  return core === undefined ? [] : [{ op, path: core, value: valueAt(core, value) }];
};

/** @throws ScimError for a body that is not a patch. */
const readOperations = (body: unknown): Operation[] => {
  const entries = isFields(body) ? Object.entries(body) : [];
  const operations = entries.find(([name]) => name.toLowerCase() === 'operations')?.[1];
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > maxOperations)
    throw new ScimError(400, `Operations must have 1 to ${maxOperations} entries.`, 'invalidSyntax');
  return operations.flatMap(readOperation);
};

/** Removing something that does not exist changes nothing. */
const isIdle = ({ op }: Operation, error: unknown): boolean =>
  op === 'remove' && error instanceof Error && error.name === 'NoTarget';

/**
 * Applies a patch as directories write it: operations in any case, booleans as text, dotted and URN names without a
 * path, filters in paths. @throws ScimError.
 */
export const applyPatch = <T extends object>(resource: T, body: unknown): T => {
  let patched = resource as unknown as ScimResource;
  for (const operation of readOperations(body)) {
    try {
      patched = scimPatch(patched, [operation as unknown as ScimPatchOperation], {
        mutateDocument: false,
        treatMissingAsAdd: true,
      });
    } catch (error) {
      if (isIdle(operation, error)) continue;
      throw new ScimError(400, 'The patch cannot be applied.', 'invalidPath');
    }
  }
  return patched as unknown as T;
};
