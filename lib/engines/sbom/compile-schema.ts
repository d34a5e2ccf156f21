import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import addFormatsOf2019 from 'ajv-formats-draft2019';
import { bomSchemas, sharedSchemas } from './cyclonedx-schemas.ts';
import { StructureNumbers } from './unique-items.ts';

/** Above any real address; the parser behind the format is not linear. */
const maxEmailLength = 320;

export interface BomValidator {
  /** Stops at the first violation, which is in `errors`. */
  validate: ValidateFunction;
  /** Clears the state of the previous document. */
  reset(): void;
}

const compiled = new Map<string, BomValidator>();

const boundEmail = (ajv: Ajv): void => {
  const format = ajv.formats['idn-email'];
  if (typeof format !== 'function') throw new Error('idn-email is not the format it was');
  const isEmail = format as (text: string) => boolean;
  ajv.addFormat('idn-email', (text) => text.length <= maxEmailLength && isEmail(text));
};

const compile = (schema: object): BomValidator => {
  let numbers = new StructureNumbers();
  const ajv = new Ajv({
    strict: false,
    addUsedSchema: false,
    validateSchema: false,
    loopEnum: 10_000,
    schemas: sharedSchemas,
  });
  // The schemas expect the formats of CycloneDX's own validator.
  addFormats.default(ajv);
  addFormatsOf2019(ajv, { formats: ['idn-email'] });
  boundEmail(ajv);
  ajv.addFormat('iri-reference', true);
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    compile: (wanted: boolean) => (items: unknown[]) => !wanted || numbers.areUnique(items),
  });
  const validate = ajv.compile(schema);
  return { validate, reset: () => (numbers = new StructureNumbers()) };
};

/** Returns the validator of a version, compiled on first use; undefined for a version without a schema. */
export const bomValidator = (specVersion: string): BomValidator | undefined => {
  const schema = bomSchemas.get(specVersion);
  const validator = compiled.get(specVersion) ?? (schema && compile(schema));
  if (validator) compiled.set(specVersion, validator);
  return validator;
};
