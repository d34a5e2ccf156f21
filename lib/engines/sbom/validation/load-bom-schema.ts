import { compileBomSchema, type BomValidator } from './bom-validator.ts';

type Loaded = Promise<{ default: object }>;

// Each is a file of its own in a bundle, because a document needs one of them.
const versions: Readonly<Record<string, () => Loaded>> = {
  '1.2': () =>
    import('../../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/bom-1.2.SNAPSHOT.schema.json', {
      with: { type: 'json' },
    }),
  '1.3': () =>
    import('../../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/bom-1.3.SNAPSHOT.schema.json', {
      with: { type: 'json' },
    }),
  '1.4': () =>
    import('../../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/bom-1.4.SNAPSHOT.schema.json', {
      with: { type: 'json' },
    }),
  '1.5': () =>
    import('../../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/bom-1.5.SNAPSHOT.schema.json', {
      with: { type: 'json' },
    }),
  '1.6': () =>
    import('../../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/bom-1.6.SNAPSHOT.schema.json', {
      with: { type: 'json' },
    }),
  '1.7': () =>
    import('../../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/bom-1.7.SNAPSHOT.schema.json', {
      with: { type: 'json' },
    }),
};

/** Loads and compiles the schema of one version. @throws Error when there is none. */
export const loadBomValidator = async (version: string): Promise<BomValidator> => {
  const load = Object.hasOwn(versions, version) ? versions[version] : undefined;
  if (!load) throw new Error(`no schema for ${version}`);
  const [{ default: schema }, { sharedSchemas }] = await Promise.all([
    load(),
    import('./referenced-schemas.ts'),
  ]);
  return compileBomSchema(schema, sharedSchemas);
};
