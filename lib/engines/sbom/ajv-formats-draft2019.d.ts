/** The package has no types of its own. */
declare module 'ajv-formats-draft2019' {
  import type { Ajv } from 'ajv';
  const addFormats: (ajv: Ajv, options: { formats: readonly string[] }) => Ajv;
  export default addFormats;
}
