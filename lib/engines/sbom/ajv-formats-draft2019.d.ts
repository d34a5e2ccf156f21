/** Declares types for a package that has none. */
declare module 'ajv-formats-draft2019' {
  import type { Ajv } from 'ajv';
  const addFormats: (ajv: Ajv, options: { formats: readonly string[] }) => Ajv;
  export default addFormats;
}
