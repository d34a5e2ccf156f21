import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import addFormatsOf2019 from 'ajv-formats-draft2019';
import { StructureNumbers } from '../unique-items.ts';
import { lazyListOf } from './lazy-json.ts';
import { areDifferent } from './seen-items.ts';

/** Above any real address; the parser behind the format is not linear. */
const maxEmailLength = 320;

export interface BomValidator {
  /** Stops at the first violation, which is in `errors`. */
  validate: ValidateFunction;
  /** Clears the state of what was validated before. */
  reset(): void;
}

/** Schemas that others refer to, by URI. */
export type SharedSchemas = Readonly<Record<string, object>>;

const boundEmail = (ajv: Ajv): void => {
  const format = ajv.formats['idn-email'];
  if (typeof format !== 'function') throw new Error('idn-email is not the format it was');
  const isEmail = format as (text: string) => boolean;
  ajv.addFormat('idn-email', (text) => text.length <= maxEmailLength && isEmail(text));
};

/** Compiles the schema of a version of CycloneDX. */
export const compileBomSchema = (schema: object, schemas: SharedSchemas): BomValidator => {
  let numbers = new StructureNumbers();
  const areUnique = (items: unknown[]): boolean => {
    const list = lazyListOf(items);
    return list ? areDifferent(list, items) : numbers.areUnique(items);
  };
  const ajv = new Ajv({
    strict: false,
    addUsedSchema: false,
    validateSchema: false,
    loopEnum: 10_000,
    schemas,
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
    compile: (wanted: boolean) => (items: unknown[]) => !wanted || areUnique(items),
  });
  const validate = ajv.compile(schema);
  return { validate, reset: () => (numbers = new StructureNumbers()) };
};
