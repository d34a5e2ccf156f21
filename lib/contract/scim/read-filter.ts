import { parse } from 'scim2-parse-filter';
import type { EqualFilter } from '@scangate/domain/identity/scim/equal-filter';
import { ScimError } from '@scangate/domain/identity/scim/scim-error';

const maxFilterLength = 1_000;

/**
 * Parses `attribute eq "value"`, the filter that directories use.
 * @param attributes by their lower-case name.
 * @throws ScimError invalidFilter for anything else.
 */
export const readFilter = (
  text: string | undefined,
  attributes: Readonly<Record<string, string>>,
): EqualFilter | undefined => {
  if (text === undefined || text === '') return undefined;
  const refused = new ScimError(
    400,
    `A filter must be one of: ${Object.values(attributes)
      .map((name) => `${name} eq "…"`)
      .join(', ')}.`,
    'invalidFilter',
  );
  if (text.length > maxFilterLength) throw refused;
  let filter: ReturnType<typeof parse>;
  try {
    filter = parse(text);
  } catch {
    throw refused;
  }
  if (filter.op !== 'eq' || typeof filter.compValue !== 'string') throw refused;
  const name = filter.attrPath
    .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, '')
    .toLowerCase();
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (attribute === undefined) throw refused;
  return { attribute, value: filter.compValue };
};
