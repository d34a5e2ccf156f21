import { compileBomSchema, type BomValidator } from './validation/bom-validator.ts';
import { bomSchemas } from './cyclonedx-schemas.ts';
import { sharedSchemas } from './validation/referenced-schemas.ts';

const compiled = new Map<string, BomValidator>();

/** Returns the validator of a version, compiled on first use; undefined for a version without a schema. */
export const bomValidator = (specVersion: string): BomValidator | undefined => {
  const schema = bomSchemas.get(specVersion);
  const validator = compiled.get(specVersion) ?? (schema && compileBomSchema(schema, sharedSchemas));
  if (validator) compiled.set(specVersion, validator);
  return validator;
};
